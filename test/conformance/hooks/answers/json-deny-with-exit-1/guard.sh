echo '{"decision":"block","reason":"no"}'
exit 1

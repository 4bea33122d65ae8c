echo '{"decision":"block","reason":"said before"}'
no-such-program

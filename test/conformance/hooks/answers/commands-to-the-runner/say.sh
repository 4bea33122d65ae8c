printf '%s\n' '{"systemMessage":"first\n::set-output name=x::y","decision":"block","reason":"no\n::stop-commands::evil"}'
echo '::error::evil' >&2

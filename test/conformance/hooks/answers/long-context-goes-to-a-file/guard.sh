long=$(printf 'x%.0s' $(seq 12000))
printf '%s\n' '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"'"$long"'\nTHE-END"}}'

echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"'$1'"}}'

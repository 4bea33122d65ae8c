echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"'$1'"}}'

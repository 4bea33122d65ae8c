echo '{"hookSpecificOutput":{"hookEventName":"'$1'","additionalContext":"'$2'"}}'

echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"'$1'"}}'

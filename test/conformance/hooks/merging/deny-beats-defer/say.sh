echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"'$1'","permissionDecisionReason":"'$2'"}}'

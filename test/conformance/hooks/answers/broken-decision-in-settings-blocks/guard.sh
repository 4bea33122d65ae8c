echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"'

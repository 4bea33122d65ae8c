echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"block"}}'

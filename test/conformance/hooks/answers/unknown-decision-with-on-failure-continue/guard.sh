echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"DENY"}}'

echo '{"continue":false,"stopReason":"the build is frozen","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'

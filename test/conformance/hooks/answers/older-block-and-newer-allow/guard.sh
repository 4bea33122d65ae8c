echo '{"decision":"block","reason":"the older says no","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}'

echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permisionDecision":"deny"}}'

echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"the suite is flaky"}}'

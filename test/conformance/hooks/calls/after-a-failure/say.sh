echo '{"hookSpecificOutput":{"hookEventName":"PostToolUseFailure","additionalContext":"look at the log"}}'

echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"x"}}'

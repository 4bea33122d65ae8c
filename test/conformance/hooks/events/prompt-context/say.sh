echo '{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"the branch is frozen"}}'

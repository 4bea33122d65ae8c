echo '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"be brief","initialUserMessage":"read the guide first"}}'

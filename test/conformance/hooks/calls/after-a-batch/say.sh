echo '{"hookSpecificOutput":{"hookEventName":"PostToolBatch","additionalContext":"both are done"}}'

echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","updatedToolOutput":{"stdout":"the replacement","stderr":"","interrupted":false,"isImage":false}}}'

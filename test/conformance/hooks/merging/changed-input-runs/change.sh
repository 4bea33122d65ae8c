echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":'"$1"'}}'

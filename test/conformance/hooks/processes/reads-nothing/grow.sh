echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"content":"'"$(yes 0123456789 | tr -d '\n' | head -c 900000)"'"}}}'

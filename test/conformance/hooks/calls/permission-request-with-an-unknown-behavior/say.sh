echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"yes"}}}'

echo '{"hookSpecificOutput":{"hookEventName":"PermissionDenied","retry":true}}'

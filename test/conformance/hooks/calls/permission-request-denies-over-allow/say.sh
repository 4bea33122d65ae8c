echo '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"'$1'"}}}'

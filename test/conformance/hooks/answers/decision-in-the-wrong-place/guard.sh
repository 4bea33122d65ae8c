echo '{"permissionDecision":"deny"}'

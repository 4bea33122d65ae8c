grep -q '"stop_hook_active":true' ||
  echo '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"one more thing"}}'

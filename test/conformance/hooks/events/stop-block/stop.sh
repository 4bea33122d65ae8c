grep -q '"stop_hook_active":true' || echo '{"decision":"block","reason":"run the tests"}'

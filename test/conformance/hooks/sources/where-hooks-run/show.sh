{
  test "$PWD" = "$CLAUDE_PROJECT_DIR" && echo same project
  test -e script.yml && ! test -e x.txt && echo base tree
  echo $CLAUDECODE $CLAUDE_CODE_CHILD_SESSION $CLAUDE_CODE_SESSION_ATTENDED $CLAUDE_EFFORT
  env | grep -qE 'hunter2|ghs_|sk-ant|INPUT_|OTEL_|GITHUB_ENV|PLAIN' || echo no secrets
  echo workspace $UNATTENDED_WORKSPACE
} > "$UNATTENDED_WORKSPACE/shown"
touch written

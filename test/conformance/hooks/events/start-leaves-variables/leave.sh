cat >> "$CLAUDE_ENV_FILE" <<'END'
export STAGE=test
QUOTED="two words"
export MY_API_KEY=x
export BASH_ENV=/tmp/x
export RUN=$(touch ran)
END

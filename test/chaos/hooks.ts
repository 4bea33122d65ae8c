/** What a hook does: a script that gets its kind as its argument, and the event in its input. */
export const HOOK_SCRIPT = `cat > /dev/null
case "$1" in
  crash) exit 1 ;;
  kill) kill -KILL $$ ;;
  hang) sleep 600 ;;
  garbage) printf '\\377{"decision": ' ;;
  lie) echo '{"decision":"shimmer","hookSpecificOutput":{"hookEventName":"Stop"}}' ;;
  block) echo no >&2; exit 2 ;;
  flood) head -c 3000000 /dev/zero | tr '\\0' 'x' ;;
  orphan) setsid sleep 600 >/dev/null 2>&1 & ;;
esac
`;

const KINDS = ['crash', 'kill', 'hang', 'garbage', 'lie', 'block', 'flood', 'orphan'] as const;
const EVENTS = ['PreToolUse', 'PostToolUse', 'Stop', 'SessionStart', 'PreCompact'] as const;

/** The hooks of a policy, by what is wrong with them. */
export const HOOKS: Readonly<Record<string, unknown>> = Object.fromEntries(
  EVENTS.flatMap((event) =>
    KINDS.map((kind) => [
      `${event} ${kind}`,
      { [event]: [{ hooks: [{ type: 'command', command: `sh hook.sh ${kind}`, timeout: 1 }] }] },
    ]),
  ),
);

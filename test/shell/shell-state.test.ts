import { expect, test } from 'vitest';
import { look } from './scene.ts';

test.each([
  'case "$PWD" in /w) echo top;; *) echo sub;; esac',
  'case ${PWD} in a*) ls;; esac',
  'grep x a | head; echo ${PIPESTATUS[0]}',
  'grep x a | head; echo "exit ${PIPESTATUS[0]} ${PIPESTATUS[1]}"',
  'grep x a | head; [ "${PIPESTATUS[0]}" -eq 0 ] && echo found',
  'printf \'%s\\n\' "${PIPESTATUS[1]}"',
])('what the shell tells of itself is no secret: %s', (line) => {
  expect(look(line)).toMatchObject({ readOnly: true, unclear: undefined });
});

test.each([
  'case "$TOKEN" in a*) echo a;; esac',
  'case "$PWD$TOKEN" in a*) echo a;; esac',
  'case "${PWD:-$TOKEN}" in a*) echo a;; esac',
  'PWD=$TOKEN; case "$PWD" in a*) echo a;; esac',
  'case "$PWD" in a) rm x;; esac',
  'echo ${PIPESTATUS[$(id)]}',
  'echo "${PIPESTATUS[0]}$TOKEN"',
  'echo ${PIPESTATUS[0]:-$TOKEN}',
  'echo ${FUNCNAME[0]}',
  'PIPESTATUS=$TOKEN; echo "${PIPESTATUS[0]}"',
  '${PIPESTATUS[0]} x',
  'find . "${PIPESTATUS[0]}-delete"',
  "sed -n ${PIPESTATUS[9]} 'w f'",
  'sed -n "${PIPESTATUS[9]}" \'w f\'',
  '[ -v "a[${PIPESTATUS[0]}$(id)]" ]',
])('another variable may be, and a number may be missing: %s', (line) => {
  expect(look(line).readOnly).toBe(false);
});

import { expect, test } from 'vitest';
import { look } from './scene.ts';

test.each([
  'while IFS= read -r line; do echo "> $line"; done < a',
  'while IFS=, read -r a b; do echo "$b $a"; done < a',
  'git log --format=%s | while read -r s; do echo "- $s"; done',
  'while read -r l; do echo "$l"; done <<< "$(ls)"',
  'while read -r l; do echo "$l"; done < <(ls)',
  'while read -r l; do echo "$l"; done <<E\na\nE',
  '{ head -1; tail -1; } < a',
  'if grep -q x; then echo y; fi < a',
])('a loop over input that ends only reads: %s', (line) => {
  expect(look(line)).toMatchObject({ readOnly: true, unclear: undefined });
});

test.each([
  'while read -r l; do echo "$l"; done',
  'while read -r l < a; do echo "$l"; done',
  'until read -r l; do echo "$l"; done < a',
  'while read -r l; do echo "$l"; done <&3',
  'while read -r l; do echo "$l"; done 3< a',
  'while read -r l || true; do echo "$l"; done < a',
  'while read -u 3 l; do echo "$l"; done < a',
  'while read -a l; do echo "$l"; done < a',
  "while read -r 'a[$(id)]'; do :; done < a",
  'while read -r PATH; do ls; done < a',
  'while read -r http_proxy; do ls; done < a',
  'while IFS=$TOKEN read -r l; do echo "$l"; done < a',
  'while X=1 read -r l; do echo "$l"; done < a',
  'while read -r l; do $l; done < a',
  'while read -r l; do cat "$l"; done < a',
  'while read -r l; do eval "$l"; done < a',
  'while read -r l; do echo $((l)); done < a',
  'while read -r l; do [[ $l -gt 0 ]]; done < a',
  'while read -r l; do [[ -v $l ]]; done < a',
  'while read -r l; do echo "${!l}"; done < a',
  'while read -r l; do echo "$TOKEN"; done < a',
  'while read -r l; do echo "$l"; done < /etc/passwd',
  'while read -r l; do echo "$l"; done < /dev/zero',
  'while read -r l; do echo "$l"; done < .git/config',
  'while read -r l; do echo "$l"; done < "$F"',
  'while read -r l; do echo "$l"; done < a > b',
  'while read -r l; do echo "$l"; done <> a',
  'while read -r l; do echo "$l"; done < a; echo "$l"',
  'for f in a; do while read -r f; do cat "$f"; done < x; done',
  'read() { rm x; }; while read -r l; do echo "$l"; done < a',
  '{ cat; } < /etc/passwd',
  '{ cat; } < a > b',
])('another does not: %s', (line) => {
  expect(look(line).readOnly).toBe(false);
});

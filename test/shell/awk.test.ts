import { expect, test } from 'vitest';
import { isPlainAwk } from '../../src/shell/read-only/awk.ts';
import { look } from './scene.ts';

test.each([
  '1',
  'NR==1,NR==5',
  'END {print NR}',
  '{s += $1} END {print s / NR}',
  '$3 > 100 && $1 != "x" {print $1 "\\t" $NF}',
  '{n[$1]++} END {for (k in n) print k, n[k]}',
  'length($0) > 120 {print FILENAME ":" FNR}',
  '/^## /{f=0} /^## Usage/{f=1} f',
  'BEGIN {FS=","; OFS="\\t"} {printf "%-10s %d\\n", $1, $2}',
  '{print toupper(substr($1, 1, 1)), split($0, a, ":")}',
  '!seen[$0]++',
  'NR % 2 == 0 || /a||b/ {next} {print}',
])('only prints: %s', (program) => {
  expect(isPlainAwk(program)).toBe(true);
});

test.each([
  'BEGIN {system("x")}',
  'BEGIN {system ("x")}',
  '{print > "x"}',
  '{print $1 >> "x"}',
  '{printf "%s", $1 > $2}',
  'BEGIN {print "(" > "f"}',
  'BEGIN {print (1) > "f"}',
  '{print | "sh"}',
  '{print |& "sh"}',
  'BEGIN {"x" | getline}',
  'BEGIN {getline a < "/etc/passwd"; print a}',
  '{print ENVIRON["X"]}',
  '{print 1ENVIRON["X"]}',
  '/"/ {print ENVIRON["X"]} /"/',
  'BEGIN {print PROCINFO["pid"]}',
  'BEGIN {print SYMTAB["x"]}',
  'BEGIN {ARGV[1] = "/etc/passwd"; ARGC = 2} {print}',
  'BEGIN {while (1) x++}',
  'BEGIN {do x++; while (1)}',
  'BEGIN {for (;;) x++}',
  'BEGIN {for (i = 0; i < 1; i--) x++}',
  'function f(x) {return x} {print f(1)}',
  '@include "x"',
  '@load "x"',
  'BEGIN {f = "system"; @f("x")}',
  'BEGIN {sys\\\ntem("x")}',
  'BEGIN {system # c\n ("x")}',
  'BEGIN {close("x")}',
])('is not proven: %s', (program) => {
  expect(isPlainAwk(program)).toBe(false);
});

test.each([
  ["awk -v n=3 '$1 > n' f", true],
  ["awk -v n=3 -F: '{print n}' f", true],
  ["awk -v FS=x '{print}' f", false],
  ["awk -v n=3 '{print}' FS=x", false],
  ["awk '{print}' /etc/passwd", false],
  ["awk -f f '{print}'", false],
  ['awk "{print $X}" f', false],
  ["awk '{print}' *", false],
])('%s', (line, readOnly) => {
  expect(look(line).readOnly).toBe(readOnly);
});

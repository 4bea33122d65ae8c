import { expect, test } from 'vitest';
import { look } from './scene.ts';

test.each([
  'npm exec git push',
  'npm exec --yes -- git push',
  'npm --silent x git push',
  'npm --prefix a exec git push',
  "npm exec -c 'git push'",
  "npm x --call='git push'",
  'npm explore x -- git push',
  'npx git push',
  'npx --odd 1 git push',
  "npx -c 'git push'",
  'pnpm exec git push',
  'pnpm -r exec git push',
  'pnpm dlx git push',
  'yarn exec git push',
  'yarn dlx git push',
  'bun x git push',
  'bunx git push',
  'corepack npm exec git push',
  'uv run git push',
  'uv run --with x git push',
  'poetry run git push',
  'pipenv run git push',
  'bundle exec git push',
  'docker run --rm -v a:b -w /w image git push',
  'docker compose exec app git push',
  'docker exec x git push',
  'mise exec node@20 -- git push',
  'direnv exec . git push',
  "nix-shell -p git --run 'git push'",
  'hatch run git push',
  'conda run -n x git push',
  'dotenv -e .env.test -- git push',
  'cross-env A=b git push',
])('deny rules reach what %s runs', (line) => {
  const forms = look(line).commands.flatMap(({ denyForms }) => denyForms);
  expect(forms).toContain('git push');
});

test.each(['npm test exec', 'npm run x', 'yarn test', 'npx --version', 'bun test x', 'docker ps'])(
  '%s runs no other program',
  (line) => {
    expect(look(line).commands).toHaveLength(1);
  },
);

test('what it runs is no form for allow rules, and has those of the runner', () => {
  const [outer, inner] = look('npx eslint src').commands;
  expect(outer?.allowForms).toEqual(['npx eslint src']);
  expect(inner?.allowForms).toEqual(['eslint src', 'npx eslint src']);
});

test('files that it names are reached, but for those in a container', () => {
  const paths = (line: string) => look(line).paths.map(({ path }) => path.path);
  expect(paths('npx cat .env')).toContain('/checkout/.env');
  expect(paths('docker exec x cat /etc/passwd')).toEqual([]);
});

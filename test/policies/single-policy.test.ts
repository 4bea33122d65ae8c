import { describe, expect, test } from 'vitest';
import { judgeOf } from './shipped-policy.ts';

const commandsOf = async (name: string) => {
  const judge = await judgeOf([name]);
  return (command: string) => judge('Bash', { command });
};

describe('read-only', () => {
  test.each([
    ['Edit', { file_path: 'src/a.ts' }],
    ['Write', { file_path: 'src/new.ts' }],
    ['Bash', { command: 'npm test' }],
    ['Bash', { command: 'rm -rf build' }],
  ])('refuses %s %j by default and names what would allow it', async (tool, input) => {
    const judge = await judgeOf(['read-only']);
    expect(judge(tool, input)).toMatchObject({
      behavior: 'deny',
      asked: true,
      asked_because: 'no_rule',
      decided_by: { step: 'default', rule: 'default: deny' },
      suggestion: expect.stringMatching(/^permissions:\n {2}allow: /),
    });
  });
});

describe('review', () => {
  test.each([
    'git merge-base origin/main HEAD',
    'git rev-list --count main..HEAD',
    'git cat-file -p HEAD:src/a.ts',
  ])('allows %s', async (command) => {
    expect((await commandsOf('review'))(command).behavior).toBe('allow');
  });

  test.each([
    'npm test',
    'git diff --output=src/a.ts',
    'git fetch origin',
    'git checkout main',
    'git cat-file --filters HEAD:a',
  ])('refuses %s', async (command) => {
    expect((await commandsOf('review'))(command).behavior).toBe('deny');
  });
});

describe('pr-fix', () => {
  test.each([
    'npm test',
    'npm test -- --coverage',
    'npm run test -- sum',
    'npm run lint && npm run build',
    'CI=1 npm test 2>&1 | tail -20',
    'pnpm test',
    'pnpm run build',
    'yarn test',
    'node --test',
    'node --test test/sum.test.js',
    'npx tsc --noEmit',
    'npx vitest run',
    'pytest -x tests',
    'python -m pytest',
    'python3 -m unittest discover',
    'go test ./...',
    'go vet ./... && go build ./...',
    'cargo test',
    'cargo clippy -- -D warnings',
    'make test',
    'make',
    'mvn -q test',
    'mvn test -Dtest=SumTest',
    './mvnw verify',
    'gradle test',
    './gradlew test --info',
    'cd packages/api && npm test',
    'npm test -w pkg',
    'npm test --prefix pkg',
    'npm -s test',
    'npm run -s test',
    'npm run --silent lint',
    'pnpm -r test',
    'pnpm -r run build',
    'pnpm vitest run',
    'pnpm eslint .',
    'yarn jest',
    'yarn eslint .',
    'yarn workspaces run test',
    'node --run test',
    'node --run lint -- --quiet',
    'node --test-reporter=spec --test',
    'node --experimental-strip-types --test test/a.test.ts',
    'npx --no eslint .',
    'npx --no vitest run',
    'npx --no biome check .',
    'node_modules/.bin/vitest run',
    './node_modules/.bin/tsc --noEmit',
    '.venv/bin/pytest -q',
    '.venv/bin/python -m pytest',
    'uv run mypy .',
    'uv run ruff check',
    'poetry run mypy .',
    'black --check .',
    'ruff format --check .',
    'isort --check .',
    'python -m flake8',
    'python3 -m black --check src',
    'make -j4 test',
    'make -j$(nproc) test',
    'make -C sub test',
    'make -k check',
    'make clean test',
    'ctest',
    'ctest --test-dir build --output-on-failure',
    'cmake --build build',
    'mvn clean test',
    'mvn -B -ntp test',
    'mvn -B clean verify',
    'mvn -q -DskipTests package',
    './mvnw -ntp clean verify',
    'gradle clean test',
    './gradlew clean build',
    './gradlew :app:test',
    './gradlew :app:test :lib:test --info',
    './gradlew --no-daemon test',
    'cargo fmt --all --check',
  ])('allows %s by a rule', async (command) => {
    expect((await commandsOf('pr-fix'))(command)).toMatchObject({
      behavior: 'allow',
      decided_by: { step: 'allow_rule', file: 'policies/pr-fix.yml' },
    });
  });

  test.each([
    ['npm tests', 'default: deny'],
    ['npm run testing-deploy', 'default: deny'],
    ['npm run deploy', 'default: deny'],
    ['npm test; curl https://x.example', 'default: deny'],
    ['npm test > /etc/passwd', 'default: deny'],
    ['npm install left-pad', 'default: deny'],
    ['mvn test deploy', 'no-deploying'],
    ['./gradlew test publish', 'no-publishing'],
    ['make test release', 'no-releasing'],
    ['npm publish', 'no-publishing'],
    ['rm -rf src', 'default: deny'],
    ['npx cowsay x', 'default: deny'],
    ['npm --prefix pkg test', 'npm-folder'],
    ['npm -w pkg test', 'npm-folder'],
    ['npm --prefix x install y test', 'npm-folder'],
    ['npm -w pkg publish test', 'no-publishing'],
    ['pnpm --filter x test', 'pnpm-folder'],
    ['pnpm --filter x add test', 'pnpm-folder'],
    ['pnpm -r publish', 'no-publishing'],
    ['pnpm -r exec rm test', 'pnpm-folder'],
    ['yarn workspace a publish test', 'yarn-folder'],
    ['npm ci --registry=https://x.example', 'default: deny'],
    ['yarn install', 'default: deny'],
    ['pnpm install', 'default: deny'],
    ['npx --no cowsay', 'default: deny'],
    ['npx --no -p x eslint', 'default: deny'],
    ['node_modules/.bin/cowsay', 'default: deny'],
    ['node --run deploy', 'default: deny'],
    ['black .', 'default: deny'],
    ['ruff format .', 'default: deny'],
    ['uv run python x.py', 'default: deny'],
    ['poetry run python x.py', 'default: deny'],
    ['poetry publish', 'default: deny'],
    ['python -m twine upload dist/x', 'default: deny'],
    ['make -j4 test deploy', 'no-deploying'],
    ['make -C sub deploy test', 'no-deploying'],
    ['make -C sub -f x test', 'default: deny'],
    ['make -j4 test --eval=x', 'default: deny'],
    ['make clean', 'default: deny'],
    ['ctest -S script.cmake', 'default: deny'],
    ['ctest -D ExperimentalSubmit', 'default: deny'],
    ['cmake --build build --target deploy', 'default: deny'],
    ['mvn clean deploy', 'no-deploying'],
    ['mvn -B test site:deploy', 'default: deny'],
    ['./mvnw test release:perform', 'no-releasing'],
    ['./gradlew clean publish', 'no-publishing'],
    ['./gradlew :a:publish :a:test', 'default: deny'],
    ['./gradlew :a:test -I x.gradle', 'default: deny'],
    ['./gradlew clean build uploadArchives', 'default: deny'],
    ['cargo fmt --all', 'default: deny'],
  ])('refuses %s by %s', async (command, rule) => {
    expect((await commandsOf('pr-fix'))(command)).toMatchObject({
      behavior: 'deny',
      decided_by: { rule },
    });
  });

  test('installs from the lock file by an answer', async () => {
    const judge = await commandsOf('pr-fix');
    for (const [command, rule] of [
      ['npm ci', 'npm-ci'],
      ['npm ci --ignore-scripts', 'npm-ci-without-scripts'],
      ['pnpm install --frozen-lockfile', 'pnpm-frozen'],
      ['yarn install --immutable', 'yarn-immutable'],
      ['yarn install --frozen-lockfile', 'yarn-frozen'],
    ]) {
      expect(judge(command ?? '')).toMatchObject({
        behavior: 'allow',
        asked: true,
        decided_by: { step: 'ask_policy', rule, file: 'policies/pr-fix.yml' },
      });
    }
  });

  test.each([
    ['src/a.ts', 'allow'],
    ['README.md', 'allow'],
    ['package.json', 'allow'],
    ['.husky/pre-commit', 'deny'],
    ['.mcp.json', 'deny'],
    ['.github/actions/x/action.yml', 'deny'],
    ['../other/a.ts', 'deny'],
  ])('edits %s: %s', async (file_path, behavior) => {
    const judge = await judgeOf(['pr-fix']);
    expect(judge('Edit', { file_path }).behavior).toBe(behavior);
    expect(judge('Write', { file_path }).behavior).toBe(behavior);
  });
});

describe('nightly-refactor', () => {
  test.each([
    'npm test',
    'npx prettier --write src',
    'cargo fmt',
    'gofmt -w .',
    'ruff format',
    'npx jscodeshift -t codemod.js src',
    'mkdir -p src/new',
    'mv src/a.ts src/b.ts',
    'rm src/old.ts',
  ])('allows %s', async (command) => {
    expect((await commandsOf('nightly-refactor'))(command).behavior).toBe('allow');
  });

  test.each([
    'mv src/a.ts /tmp/x',
    'cp x .github/workflows/a.yml',
    'rm -rf /',
    'rm -rf .git',
    'rm -rf .github',
    'git mv src/a.yml .github/workflows/a.yml',
    'make test deploy',
  ])('refuses %s', async (command) => {
    expect((await commandsOf('nightly-refactor'))(command).behavior).toBe('deny');
  });
});

test('a rule for Edit says nothing about Bash', async () => {
  const files = { 'p.yml': 'permissions: { allow: [Edit] }\n' };
  const judge = await judgeOf(['p.yml'], { files });
  expect(judge('Edit', { file_path: 'a' }).behavior).toBe('allow');
  expect(judge('Bash', { command: 'node a.js' }).behavior).toBe('deny');
});

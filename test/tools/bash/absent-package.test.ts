import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ToolUseContext } from '../../../src/tool/tool-use-context.ts';
import { bashTool } from '../../../src/tools/bash/bash.ts';
import { freshContext } from './bash-context.ts';

test('npx fetches and runs nothing that is not installed, whatever the checkout’s .npmrc says', async () => {
  const context = freshContext();
  const { root } = context.workspace;
  const registry = await registryWith('some-absent-tool', context.workspace.runDirectory);
  writeFileSync(join(root, 'package.json'), '{"name":"app","private":true}');
  writeFileSync(join(root, '.npmrc'), `yes=true\nregistry=${registry.address}\n`);

  for (const command of ['npx some-absent-tool', 'npx --no some-absent-tool']) {
    const { data } = await run(command, context);
    expect(data.exitCode, data.stdout).not.toBe(0);
    expect(data.stdout).toContain('npx canceled due to missing packages');
  }
  // It asks what the name stands for, and stops there.
  expect(registry.asked().every((path) => path === '/some-absent-tool')).toBe(true);
  expect(existsSync(join(root, 'it-ran'))).toBe(false);
});

test('npx runs what is installed without asking a registry', async () => {
  const context = freshContext();
  const { root } = context.workspace;
  const registry = await registryWith('some-tool', context.workspace.runDirectory);
  writeFileSync(join(root, 'package.json'), '{"name":"app","private":true}');
  writeFileSync(join(root, '.npmrc'), `registry=${registry.address}\n`);
  mkdirSync(join(root, 'node_modules/.bin'), { recursive: true });
  writeFileSync(join(root, 'node_modules/.bin/some-tool'), '#!/bin/sh\necho here "$@"\n', {
    mode: 0o755,
  });

  expect((await run('npx some-tool --fix', context)).data).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('here --fix'),
  });
  expect(registry.asked()).toEqual([]);
});

async function run(command: string, context: ToolUseContext) {
  const home = context.workspace.runDirectory;
  const environment = {
    ...context.environment,
    CI: 'true',
    HOME: home,
    npm_config_update_notifier: 'false',
  };
  return bashTool.call({ command }, { ...context, environment }, () => {});
}

/** A registry with one package, whose program leaves a file behind. */
async function registryWith(name: string, folder: string) {
  const pack = join(folder, 'package');
  mkdirSync(pack);
  const manifest = { name, version: '1.0.0', bin: { [name]: 'run.cjs' } };
  writeFileSync(join(pack, 'package.json'), JSON.stringify(manifest));
  const program = "#!/usr/bin/env node\nrequire('fs').writeFileSync('it-ran', '');\n";
  writeFileSync(join(pack, 'run.cjs'), program, { mode: 0o755 });
  spawnSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  const tarball = readFileSync(join(folder, 'package.tgz'));

  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.endsWith('.tgz')) return void response.end(tarball);
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    const dist = { tarball: `${address}/${name}.tgz`, integrity };
    const versions = { '1.0.0': { ...manifest, dist } };
    response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  return { address, asked: () => asked };
}

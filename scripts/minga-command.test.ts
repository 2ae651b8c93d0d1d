import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from './run.ts';

const run = promisify(execFile);

/** Runs deploy/minga with a `systemd-run` that prints what it would run. */
async function minga(...args: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minga-'));
  await writeFile(join(folder, 'systemd-run'), '#!/bin/sh\necho "$@"\n');
  await chmod(join(folder, 'systemd-run'), 0o755);
  const env = { PATH: `${folder}:/usr/bin:/bin` };
  const { stdout } = await run('sh', [join(root, 'deploy/minga'), ...args], { env });
  return stdout.trim().replace(/^.* (?=npm )/, '');
}

test.each([
  [['restore', '--hold', 'copia.tar'], 'restore -- --hold copia.tar'],
  [['restore', '--', '--hold', 'copia.tar'], 'restore -- --hold copia.tar'],
  [['audit-log'], 'audit-log --'],
])('minga %j gives the options to the command, not to npm', async (args, command) => {
  expect(await minga(...args)).toBe(`npm run --silent ${command}`);
});

test.each([[[]], [['backupp']]])('minga %j names the commands', async args => {
  await expect(minga(...args)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Así se usa: sudo minga ORDEN/),
  });
});

test('minga knows each command of an operator', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.keys(scripts).filter(name => scripts[name]?.includes('api-command.ts'));
  for (const command of commands) expect(await minga(command)).toBe(`npm run --silent ${command} --`);
});

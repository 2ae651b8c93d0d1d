import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { withBuildLock } from '../../../../scripts/build-lock.ts';

const folder = await mkdtemp(join(tmpdir(), 'minga-lock-'));
afterAll(() => rm(folder, { recursive: true }));

const MODULE = new URL('../../../../scripts/build-lock.ts', import.meta.url).href;

/** A process that has the lock until it is killed. */
async function holderOf(file: string) {
  const script = `
    import { withBuildLock } from ${JSON.stringify(MODULE)};
    await withBuildLock(${JSON.stringify(file)}, async () => {
      console.log('locked');
      await new Promise(resolve => setTimeout(resolve, 120_000));
    });`;
  const args = ['--input-type=module', '--eval', script];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

it('a build waits for another process, also for one that is killed', async () => {
  const file = join(folder, 'killed.lock');
  const holder = await holderOf(file);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  let isDone = false;
  const waiting = withBuildLock(file, async () => {
    isDone = true;
  });
  expect(log).toHaveBeenCalledWith('Esperando a que termine otra construcción…');
  expect(isDone).toBe(false);
  holder.kill('SIGKILL');
  await waiting;
  expect(isDone).toBe(true);
});

it('of several builds one works at a time, and a failed one lets the others work', async () => {
  const file = join(folder, 'several.lock');
  vi.spyOn(console, 'log').mockReturnValue();
  let working = 0;
  let most = 0;
  const works = [1, 2, 3].map(number =>
    withBuildLock(file, async () => {
      working += 1;
      most = Math.max(most, working);
      await new Promise(setImmediate);
      working -= 1;
      if (number === 1) throw new Error('no build');
    }),
  );
  const outcomes = await Promise.allSettled(works);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
});

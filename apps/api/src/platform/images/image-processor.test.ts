import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { IMAGE_TYPE_MESSAGE } from '@minga/contract/images';
import { afterAll, describe, expect, it } from 'vitest';
import { noise } from '../../../test/pictures.ts';
import { AppError, unavailable } from '../errors.ts';
import { createLog } from '../log.ts';
import { draw } from './drawing.ts';
import { createImageProcessor, startImageProcess } from './image-processor.ts';
import { prepareImage } from './prepare-image.ts';

const log = createLog('silent');
const photo = await noise(700, 500).jpeg().toBuffer();
const large = await noise(4000, 3000).jpeg({ quality: 60 }).toBuffer();
const stopAll: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const stop of stopAll) await stop();
});

/** Creates a processor, and a list of the processes that it has started. */
function createProcessor(timeouts: { idleTimeoutMs?: number; taskTimeoutMs?: number } = {}) {
  const started: ChildProcess[] = [];
  const start = () => {
    const child = startImageProcess();
    started.push(child);
    return child;
  };
  const processor = createImageProcessor({ log, start, ...timeouts });
  stopAll.push(processor.stop);
  return { processor, started };
}

function processOf([child]: ChildProcess[]): ChildProcess & { pid: number } {
  if (child?.pid === undefined) throw new Error('none was started');
  return child as ChildProcess & { pid: number };
}

const errorOf = async (task: Promise<unknown>): Promise<Partial<AppError>> => {
  const error = await task.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`not an AppError: ${error}`);
  const { status, code, sentences, retryAfterSeconds } = error;
  return { status, code, sentences, retryAfterSeconds };
};
const UNAVAILABLE = await errorOf(Promise.reject(unavailable()));

describe('the image process', () => {
  const { processor, started } = createProcessor();

  it('returns the same bytes as the functions, from one process', async () => {
    const drawing = {
      width: 60,
      height: 40,
      background: '#B4482B',
      format: 'png' as const,
      layers: [{ svg: '<svg width="9" height="9"><rect width="9" height="9"/></svg>', left: 3, top: 3 }],
    };
    const [prepared, drawn] = await Promise.all([processor.prepare(photo), processor.draw(drawing)]);
    expect(prepared).toEqual(await prepareImage(photo));
    expect(drawn).toEqual(await draw(drawing));
    expect(started).toHaveLength(1);
  });

  it('throws the same AppErrors as the functions', async () => {
    expect(await errorOf(processor.prepare(Buffer.from('no')))).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      sentences: IMAGE_TYPE_MESSAGE,
      retryAfterSeconds: undefined,
    });
    const cut = photo.subarray(0, 5_000);
    expect(await errorOf(processor.prepare(cut))).toEqual(await errorOf(prepareImage(cut)));
  });

  it('passes on other errors', async () => {
    const layers = [{ svg: 'no', left: 0, top: 0 }];
    const drawing = { width: 9, height: 9, background: 'red', layers, format: 'png' as const };
    await expect(processor.draw(drawing)).rejects.toThrow(/unsupported image format/);
  });

  it('ignores signals and finishes its task', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const task = processor.prepare(photo);
      processOf(started).kill(signal);
      expect((await task).width).toBe(700);
    }
    expect(started).toHaveLength(1);
  });

  it('has a lower priority than the server', () => {
    expect(getPriority(processOf(started).pid)).toBe(5);
  });

  // Other systems have no /proc.
  it.runIf(process.platform === 'linux')('does not receive the server’s settings', async () => {
    const environment = await readFile(`/proc/${processOf(started).pid}/environ`, 'utf8');
    const names = environment.split('\0').map(setting => setting.split('=')[0]);
    expect(names).toContain('NODE_CHANNEL_FD');
    expect(names.filter(name => !/^(NODE_CHANNEL_|MALLOC_|TMPDIR$|$)/.test(name ?? ''))).toEqual([]);
  });
});

describe('a process that dies', () => {
  it('during tasks makes all of them fail with 503, and is replaced for the next task', async () => {
    const { processor, started } = createProcessor();
    await processor.prepare(photo);
    const both = [processor.prepare(large), processor.prepare(photo)].map(errorOf);
    processOf(started).kill('SIGKILL');
    expect(await Promise.all(both)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    expect((await processor.prepare(photo)).width).toBe(700);
    expect(started).toHaveLength(2);
  });

  it('because it is killed for not responding makes its task fail with 503', async () => {
    const { processor, started } = createProcessor({ taskTimeoutMs: 50 });
    const error = errorOf(processor.prepare(large));
    const child = processOf(started);
    const ended = once(child, 'exit');
    child.kill('SIGSTOP');
    expect(await error).toEqual(UNAVAILABLE);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('because it cannot be started makes its task fail with 503', async () => {
    const startMissing = () =>
      spawn(join(import.meta.dirname, 'nothing'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const processor = createImageProcessor({ log, start: startMissing });
    expect(await errorOf(processor.prepare(photo))).toEqual(UNAVAILABLE);
    await processor.stop();
  });
});

describe('an idle process', () => {
  it('is killed after a timeout and started again for the next image', async () => {
    const { processor, started } = createProcessor({ idleTimeoutMs: 10 });
    await processor.prepare(photo);
    await once(processOf(started), 'exit');
    expect((await processor.prepare(photo)).width).toBe(700);
    expect(started).toHaveLength(2);
  });

  it('is killed when the server stops', async () => {
    const { processor, started } = createProcessor();
    await processor.prepare(photo);
    await processor.stop();
    expect(processOf(started).signalCode).toBe('SIGKILL');
  });

  it('does not prevent a command from exiting, and exits with it', async () => {
    expect(await runCommand()).toEqual([0, '']);
  });
});

it('exits at once when the server dies, even during a task', async () => {
  const child = startImageProcess();
  child.send({ id: 1, name: 'prepare', input: photo });
  await once(child, 'message');
  const ended = once(child, 'exit');
  child.send({ id: 2, name: 'prepare', input: large });
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

/**
 * Runs a command that prepares an image. 'close' is emitted when neither it nor its child process holds stderr open.
 */
async function runCommand(): Promise<unknown[]> {
  const script = `
    import { createImageProcessor } from ${JSON.stringify(new URL('image-processor.ts', import.meta.url))};
    const processor = createImageProcessor({ log: console, idleTimeoutMs: 2 ** 30 });
    await processor.prepare(Buffer.from('${photo.toString('base64')}', 'base64'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(script);
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = await once(child, 'close');
  return [code, stderr];
}

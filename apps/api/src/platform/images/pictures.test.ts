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
import { preparePicture } from './picture.ts';
import { createPictures, startPictureProcess } from './pictures.ts';

const log = createLog('silent');
const photo = await noise(700, 500).jpeg().toBuffer();
const large = await noise(4000, 3000).jpeg({ quality: 60 }).toBuffer();
const endings: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const end of endings) await end();
});

/** Pictures, and the processes that were started for them so far. */
function watched(times: { idleMs?: number; workMs?: number } = {}) {
  const started: ChildProcess[] = [];
  const start = () => {
    const child = startPictureProcess();
    started.push(child);
    return child;
  };
  const pictures = createPictures({ log, start, ...times });
  endings.push(pictures.stop);
  return { pictures, started };
}

function processOf([child]: ChildProcess[]): ChildProcess & { pid: number } {
  if (child?.pid === undefined) throw new Error('none was started');
  return child as ChildProcess & { pid: number };
}

const refusalOf = async (work: Promise<unknown>): Promise<Partial<AppError>> => {
  const error = await work.catch((thrown: unknown) => thrown);
  if (!(error instanceof AppError)) throw new Error(`not refused: ${error}`);
  const { status, code, sentences, retryAfterSeconds } = error;
  return { status, code, sentences, retryAfterSeconds };
};
const UNAVAILABLE = await refusalOf(Promise.reject(unavailable()));

describe('the process of pictures', () => {
  const { pictures, started } = watched();

  it('gives what the functions give, to the byte, all from one process', async () => {
    const drawing = {
      ...{ width: 60, height: 40, background: '#B4482B', format: 'png' as const },
      layers: [{ svg: '<svg width="9" height="9"><rect width="9" height="9"/></svg>', left: 3, top: 3 }],
    };
    const [prepared, drawn] = await Promise.all([pictures.prepare(photo), pictures.draw(drawing)]);
    expect(prepared).toEqual(await preparePicture(photo));
    expect(drawn).toEqual(await draw(drawing));
    expect(started).toHaveLength(1);
  });

  it('refuses as the functions do', async () => {
    expect(await refusalOf(pictures.prepare(Buffer.from('no')))).toEqual({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      sentences: IMAGE_TYPE_MESSAGE,
      retryAfterSeconds: undefined,
    });
    const cut = photo.subarray(0, 5_000);
    expect(await refusalOf(pictures.prepare(cut))).toEqual(await refusalOf(preparePicture(cut)));
  });

  it('tells what is no refusal as what it is', async () => {
    const layers = [{ svg: 'no', left: 0, top: 0 }];
    const drawing = { width: 9, height: 9, background: 'red', layers, format: 'png' as const };
    await expect(pictures.draw(drawing)).rejects.toThrow(/unsupported image format/);
  });

  it('is told to end with all others, and ends its work first', async () => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      const work = pictures.prepare(photo);
      processOf(started).kill(signal);
      expect((await work).width).toBe(700);
    }
    expect(started).toHaveLength(1);
  });

  it('comes after the server in the machine’s attention', () => {
    expect(getPriority(processOf(started).pid)).toBe(5);
  });

  // Elsewhere there is no way to see it.
  it.runIf(process.platform === 'linux')('knows none of the server’s settings', async () => {
    const environment = await readFile(`/proc/${processOf(started).pid}/environ`, 'utf8');
    const names = environment.split('\0').map(setting => setting.split('=')[0]);
    expect(names).toContain('NODE_CHANNEL_FD');
    expect(names.filter(name => !/^(NODE_CHANNEL_|MALLOC_|TMPDIR$|$)/.test(name ?? ''))).toEqual([]);
  });
});

describe('a process that is lost', () => {
  it('at its work: all that it was given is answered 503, and the next has another process', async () => {
    const { pictures, started } = watched();
    await pictures.prepare(photo);
    const both = [pictures.prepare(large), pictures.prepare(photo)].map(refusalOf);
    processOf(started).kill('SIGKILL');
    expect(await Promise.all(both)).toEqual([UNAVAILABLE, UNAVAILABLE]);
    expect((await pictures.prepare(photo)).width).toBe(700);
    expect(started).toHaveLength(2);
  });

  it('in that it does not answer: the same, and it is ended', async () => {
    const { pictures, started } = watched({ workMs: 50 });
    const refused = refusalOf(pictures.prepare(large));
    const child = processOf(started);
    const ended = once(child, 'exit');
    child.kill('SIGSTOP');
    expect(await refused).toEqual(UNAVAILABLE);
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('before it began: the same', async () => {
    const nothing = () =>
      spawn(join(import.meta.dirname, 'nothing'), { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const pictures = createPictures({ log, start: nothing });
    expect(await refusalOf(pictures.prepare(photo))).toEqual(UNAVAILABLE);
    await pictures.stop();
  });
});

describe('when there is nothing to do', () => {
  it('the process is gone after a while, and there again for the next picture', async () => {
    const { pictures, started } = watched({ idleMs: 10 });
    await pictures.prepare(photo);
    await once(processOf(started), 'exit');
    expect((await pictures.prepare(photo)).width).toBe(700);
    expect(started).toHaveLength(2);
  });

  it('and the server stops, it is gone', async () => {
    const { pictures, started } = watched();
    await pictures.prepare(photo);
    await pictures.stop();
    expect(processOf(started).signalCode).toBe('SIGKILL');
  });

  it('it keeps no command from ending, and ends with it', async () => {
    expect(await endOfCommand()).toEqual([0, '']);
  });
});

it('ends at once when the server is gone, whatever it is at', async () => {
  const child = startPictureProcess();
  child.send({ id: 1, name: 'prepare', input: photo });
  await once(child, 'message');
  const ended = once(child, 'exit');
  child.send({ id: 2, name: 'prepare', input: large });
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});

/** A command that prepares a picture. Its end is told when nobody holds its stderr any more: neither it nor what it started. */
async function endOfCommand(): Promise<unknown[]> {
  const script = `
    import { createPictures } from ${JSON.stringify(new URL('pictures.ts', import.meta.url))};
    const pictures = createPictures({ log: console, idleMs: 2 ** 30 });
    await pictures.prepare(Buffer.from('${photo.toString('base64')}', 'base64'));`;
  const child = spawn(process.execPath, ['--input-type=module', '-'], { stdio: ['pipe', 'ignore', 'pipe'] });
  child.stdin.end(script);
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code] = await once(child, 'close');
  return [code, said];
}

import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { env } from 'node:process';
import { pictureProcess } from '../../paths.ts';
import type { Logger } from '../log.ts';
import type { Input, Result, WorkName } from './image-tasks.ts';
import { type PictureWorker, workWith } from './picture-worker.ts';

/**
 * All that libvips does, in a process of its own: its memory goes with it, and a picture that breaks the decoder breaks
 * nothing else. The process is started for the first picture and ended a while after the last.
 */
export interface Pictures {
  /** `preparePicture`, with its refusals; a Refusal (503) when the process is lost at it. */
  prepare(bytes: Buffer): Promise<Result<'prepare'>>;
  /** `draw`; a Refusal (503) when the process is lost at it. */
  draw(drawing: Input<'draw'>): Promise<Buffer>;
  /** Ends the process, whatever it is at; resolves when it is gone. */
  stop(): Promise<void>;
}

interface PicturesParts {
  readonly log: Logger;
  readonly start?: () => ChildProcess;
  /** Milliseconds that the process is kept without work. */
  readonly idleMs?: number;
  /** Milliseconds after which a piece of work is given up, and the process with it. */
  readonly workMs?: number;
}

const IDLE_MS = 15_000;
/** sharp ends a step of its work after 30 s; what takes a minute longer does not come back. */
const WORK_MS = 90_000;
/** Whoever asks for a page comes before whoever publishes a photo. */
const NICE = 5;
/** A small heap: pictures lie beside it. Not the server's flags: a debugger's port, a loader of `npm run dev`. */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=32'];
/** What the C library and libvips ask for: no setting of ours, so no secret. */
const NEEDED = /^(MALLOC_\w+|TMPDIR)$/;

export function createPictures({
  log,
  start = startPictureProcess,
  idleMs = IDLE_MS,
  workMs = WORK_MS,
}: PicturesParts): Pictures {
  let worker: PictureWorker | null = null;
  async function run<Name extends WorkName>(name: Name, input: Input<Name>): Promise<Result<Name>> {
    if (worker === null || worker.isOver()) worker = workWith(start(), { log, idleMs, workMs });
    return worker.work(name, input);
  }
  return {
    prepare: bytes => run('prepare', bytes),
    draw: drawing => run('draw', drawing),
    stop: async () => worker?.end(),
  };
}

/** It writes nothing but, to stderr, what it dies of. */
export function startPictureProcess(): ChildProcess {
  const child = fork(pictureProcess, {
    serialization: 'advanced',
    execArgv: FLAGS,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => NEEDED.test(name))),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    // From here, before it has threads: on Linux each has a priority of its own, and takes it from the one that makes it.
    if (child.pid !== undefined) setPriority(child.pid, NICE);
  } catch {
    // Not everywhere allowed; it works all the same.
  }
  return child;
}

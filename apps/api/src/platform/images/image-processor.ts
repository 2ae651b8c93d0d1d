import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { env } from 'node:process';
import { imageProcess } from '../../paths.ts';
import { AppError, unavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { AppErrorParts, Input, Result, Task, TaskName, TaskResponse } from './image-tasks.ts';

/** Sends tasks to a child process that runs `image-process.ts`. */
export interface ImageWorker {
  /** Whether the process no longer accepts tasks. */
  isClosed(): boolean;
  run<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Result<Name>>;
  /** Kills the process; resolves when it has exited. */
  stop(): Promise<void>;
}

interface WorkerParts {
  readonly log: Logger;
  readonly idleTimeoutMs: number;
  readonly taskTimeoutMs: number;
}

interface PendingTask {
  readonly timeout: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Creates the worker of a child process. While idle, the child does not prevent this process from exiting; it is killed after `idleTimeoutMs`. */
export function createImageWorker(
  child: ChildProcess,
  { log, idleTimeoutMs, taskTimeoutMs }: WorkerParts,
): ImageWorker {
  const pending = new Map<number, PendingTask>();
  let lastId = 0;
  let hasEnded = false;
  let idleTimeout: NodeJS.Timeout | undefined;
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.on('message', settle);
  child.on('error', err => close({ err }));
  child.on('exit', (code, signal) => close({ code, signal }));

  function settle(response: TaskResponse): void {
    const task = pending.get(response.id);
    if (task === undefined) return;
    pending.delete(response.id);
    clearTimeout(task.timeout);
    if ('result' in response) task.resolve(response.result);
    else task.reject('appError' in response ? toAppError(response.appError) : response.fault);
    if (pending.size > 0) return;
    idleTimeout = setTimeout(close, idleTimeoutMs, {}).unref();
    child.unref();
    child.channel?.unref();
  }

  /** Kills the process and rejects all pending tasks. */
  function close(cause: object): void {
    hasEnded = true;
    clearTimeout(idleTimeout);
    child.ref();
    // The process has no state, so it needs no orderly shutdown.
    child.kill('SIGKILL');
    if (pending.size > 0)
      log.error({ ...cause, lost: pending.size }, 'the image process ended during a task');
    for (const { timeout, reject } of pending.values()) {
      clearTimeout(timeout);
      reject(unavailable());
    }
    pending.clear();
  }

  return {
    isClosed: () => hasEnded || !child.connected,
    run: (name, input) =>
      new Promise((resolve, reject) => {
        clearTimeout(idleTimeout);
        child.ref();
        child.channel?.ref();
        lastId += 1;
        const timeout = setTimeout(close, taskTimeoutMs, { timedOut: name });
        pending.set(lastId, { timeout, resolve: resolve as PendingTask['resolve'], reject });
        // A process that could not be started has no channel; its 'error' event follows and calls `close`.
        if (!child.connected) return;
        const task: Task = { id: lastId, name, input };
        child.send(task, err => {
          if (err !== null) close({ err });
        });
      }),
    stop: () => {
      close({});
      return exited;
    },
  };
}

const toAppError = ({ status, code, sentences, retryAfterSeconds }: AppErrorParts) =>
  new AppError(status, code, sentences, retryAfterSeconds);

/**
 * Runs libvips and other renderers in a child process, whose memory is freed when it exits and whose crash does not affect the server.
 * The process is started for the first task and killed some time after the last.
 */
export interface ImageProcessor {
  /** Runs `prepareImage`. Throws its errors, and 503 if the process dies. */
  prepare(bytes: Buffer): Promise<Result<'prepare'>>;
  /** Runs `draw`. Throws 503 if the process dies. */
  draw(drawing: Input<'draw'>): Promise<Buffer>;
  /** Runs a renderer of image-process.ts. Throws 503 if the process dies. */
  render(rendering: Input<'render'>): Promise<Buffer>;
  /** Kills the process, even during a task; resolves when it has exited. */
  stop(): Promise<void>;
}

interface ProcessorParts {
  readonly log: Logger;
  readonly start?: () => ChildProcess;
  readonly idleTimeoutMs?: number;
  /** The time after which the process is killed and the task fails. */
  readonly taskTimeoutMs?: number;
}

const IDLE_TIMEOUT_MS = 15_000;
/** sharp aborts each of its operations after 30 s, so a task that takes much longer hangs. */
const TASK_TIMEOUT_MS = 90_000;
/** The niceness of the process, which gives requests priority over the encoding of uploads. */
const NICE = 5;
/**
 * Node's flags for the process, which replace the server's own, such as a debugger port. A small heap suffices: libvips stores pixels
 * outside it, and a certificate of 500 activities takes 70 MB.
 */
const FLAGS = ['--max-semi-space-size=1', '--max-old-space-size=128'];
/** The environment variables that the process gets, for the C library and libvips. It gets no setting of Minga, and so no secret. */
const ALLOWED_VARIABLES = /^(MALLOC_\w+|TMPDIR)$/;

export function createImageProcessor({
  log,
  start = startImageProcess,
  idleTimeoutMs = IDLE_TIMEOUT_MS,
  taskTimeoutMs = TASK_TIMEOUT_MS,
}: ProcessorParts): ImageProcessor {
  let worker: ImageWorker | null = null;
  async function run<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Result<Name>> {
    if (worker === null || worker.isClosed())
      worker = createImageWorker(start(), { log, idleTimeoutMs, taskTimeoutMs });
    return worker.run(name, input);
  }
  return {
    prepare: bytes => run('prepare', bytes),
    draw: drawing => run('draw', drawing),
    render: rendering => run('render', rendering),
    stop: async () => worker?.stop(),
  };
}

/** Starts the process. It inherits only stderr, so that a crash is reported. */
export function startImageProcess(): ChildProcess {
  const child = fork(imageProcess, {
    serialization: 'advanced',
    execArgv: FLAGS,
    env: Object.fromEntries(Object.entries(env).filter(([name]) => ALLOWED_VARIABLES.test(name))),
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    // The priority is set before the process creates threads: on Linux each thread inherits the priority of its creator.
    if (child.pid !== undefined) setPriority(child.pid, NICE);
  } catch {
    // Some systems do not permit this, and it is optional.
  }
  return child;
}

import type { ChildProcess } from 'node:child_process';
import { AppError, unavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { AppErrorParts, Input, Result, Task, TaskName, TaskResponse } from './image-tasks.ts';

/** Sends tasks to a child process that runs `image-process.ts`. */
export interface ImageWorker {
  /** True when the process accepts no more tasks. */
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

/** An idle process does not prevent this one from exiting, and is killed after `idleTimeoutMs`. */
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

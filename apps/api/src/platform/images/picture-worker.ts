import type { ChildProcess } from 'node:child_process';
import { AppError, unavailable } from '../errors.ts';
import type { Logger } from '../log.ts';
import type { Answer, Input, RefusalParts, Result, Task, WorkName } from './image-tasks.ts';

/** One process of pictures, as the server sees it. */
export interface PictureWorker {
  /** True when it takes no work any more. */
  isOver(): boolean;
  work<Name extends WorkName>(name: Name, input: Input<Name>): Promise<Result<Name>>;
  /** Resolves when the process is gone. */
  end(): Promise<void>;
}

interface WorkerParts {
  readonly log: Logger;
  readonly idleMs: number;
  readonly workMs: number;
}

/** Work that was given and has no answer yet. */
interface Given {
  readonly late: NodeJS.Timeout;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** While it has no work, the process keeps no other alive, and ends after `idleMs`. */
export function workWith(child: ChildProcess, { log, idleMs, workMs }: WorkerParts): PictureWorker {
  const given = new Map<number, Given>();
  let lastId = 0;
  let hasEnded = false;
  let idle: NodeJS.Timeout | undefined;
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.on('message', settle);
  child.on('error', err => close({ err }));
  child.on('exit', (code, signal) => close({ code, signal }));

  function settle(answer: Answer): void {
    const task = given.get(answer.id);
    if (task === undefined) return;
    given.delete(answer.id);
    clearTimeout(task.late);
    if ('result' in answer) task.resolve(answer.result);
    else task.reject('refusal' in answer ? refusalOf(answer.refusal) : answer.fault);
    if (given.size > 0) return;
    idle = setTimeout(close, idleMs, {}).unref();
    child.unref();
    child.channel?.unref();
  }

  /** Whatever is without an answer gets one now. */
  function close(cause: object): void {
    hasEnded = true;
    clearTimeout(idle);
    child.ref();
    // Nothing of it is kept, so there is nothing to end in order.
    child.kill('SIGKILL');
    if (given.size > 0)
      log.error({ ...cause, lost: given.size }, 'the process of pictures ended at its work');
    for (const { late, reject } of given.values()) {
      clearTimeout(late);
      reject(unavailable());
    }
    given.clear();
  }

  return {
    isOver: () => hasEnded || !child.connected,
    work: (name, input) =>
      new Promise((resolve, reject) => {
        clearTimeout(idle);
        child.ref();
        child.channel?.ref();
        lastId += 1;
        const late = setTimeout(close, workMs, { late: name });
        given.set(lastId, { late, resolve: resolve as Given['resolve'], reject });
        // One that could not be started has no channel; the event that says so comes right after.
        if (!child.connected) return;
        const task: Task = { id: lastId, name, input };
        child.send(task, err => {
          if (err !== null) close({ err });
        });
      }),
    end: () => {
      close({});
      return gone;
    },
  };
}

const refusalOf = ({ status, code, sentences, retryAfterSeconds }: RefusalParts) =>
  new AppError(status, code, sentences, retryAfterSeconds);

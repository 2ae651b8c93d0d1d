import { Worker } from 'node:worker_threads';
import { calendarThread } from '../../../paths.ts';
import type { Reading } from './rules.ts';

const TIMEOUT_MS = 15_000;
const HEAP_MB = 128;

const TOO_MUCH_WORK = 'El calendario es demasiado complejo para leerlo';

/**
 * Reads a calendar in a thread of its own with limits of time and memory, so that a hostile file affects no request. Returns one sentence if
 * it is no calendar, or if reading it takes too long or too much memory.
 */
export const parseCalendar = (
  bytes: Uint8Array,
  now: Date,
  timeZone: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Reading | string> =>
  new Promise(resolve => {
    const worker = new Worker(calendarThread, {
      workerData: { bytes, now: now.getTime(), timeZone },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    const end = (outcome: Reading | string) => {
      clearTimeout(timeout);
      resolve(outcome);
      worker.terminate().catch(() => undefined);
    };
    const timeout = setTimeout(end, timeoutMs, TOO_MUCH_WORK);
    worker.once('message', end);
    worker.once('error', () => end(TOO_MUCH_WORK));
    worker.once('exit', () => end(TOO_MUCH_WORK));
  });

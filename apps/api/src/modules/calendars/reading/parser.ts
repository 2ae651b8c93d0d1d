import { Worker } from 'node:worker_threads';
import { calendarThread } from '../../../paths.ts';
import type { Reading } from './rules.ts';

const TIMEOUT_MS = 15_000;
const HEAP_MB = 128;

/** Why a file could not be read: it is no calendar, or reading it takes too long or too much memory. */
export type ParseFailure = 'format' | 'work';

/** Reads a calendar in a thread of its own with limits of time and memory, so that a hostile file affects no request. */
export const parseCalendar = (
  bytes: Uint8Array,
  now: Date,
  timeZone: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Reading | ParseFailure> =>
  new Promise(resolve => {
    const worker = new Worker(calendarThread, {
      workerData: { bytes, now: now.getTime(), timeZone },
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
    });
    const end = (outcome: Reading | ParseFailure) => {
      clearTimeout(timeout);
      resolve(outcome);
      worker.terminate().catch(() => undefined);
    };
    const timeout = setTimeout(end, timeoutMs, 'work');
    worker.once('message', (reading: Reading | null) => end(reading ?? 'format'));
    worker.once('error', () => end('work'));
    worker.once('exit', () => end('work'));
  });

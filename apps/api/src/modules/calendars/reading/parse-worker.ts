// The entry point of the worker thread that reads one calendar (`parser.ts`).

import { parentPort, workerData } from 'node:worker_threads';
import { decodeCalendar, readCalendar } from './rules.ts';

const { bytes, now, timeZone } = workerData as { bytes: Uint8Array; now: number; timeZone: string };
parentPort?.postMessage(readCalendar(decodeCalendar(bytes), now, timeZone));

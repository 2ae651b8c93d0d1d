// The entry point of the worker thread that modules/calendars/reading/parser.ts starts for one calendar.

import { parentPort, workerData } from 'node:worker_threads';
import { decodeCalendar, readCalendar } from './modules/calendars/reading/rules.ts';

const { bytes, now, timeZone } = workerData as { bytes: Uint8Array; now: number; timeZone: string };
parentPort?.postMessage(readCalendar(decodeCalendar(bytes), now, timeZone));

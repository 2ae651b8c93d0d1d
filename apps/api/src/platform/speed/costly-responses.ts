import { setImmediate } from 'node:timers/promises';
import type * as z from 'zod/mini';
import { createSemaphore } from '../semaphore.ts';
import { toJson } from './compiled-schema.ts';

/** The maximum number of rows of a list that is not queued. */
export const SHORT_LIST = 50;
/** The time after which serialisation pauses for other requests. Some rows have 20 kB, most 0.5 kB. */
const PAUSE_AFTER_MS = 5;
const ROWS_AT_ONCE = 5;

/** Runs a task when the semaphore has a slot for the caller. Throws 503 if too many tasks are queued, in total or of the caller. */
export type InTurn = <Result>(task: () => Promise<Result>, caller: string) => Promise<Result>;

/**
 * Creates a queue that runs two tasks concurrently, round-robin by caller, so that many tasks neither block the event loop nor occupy all
 * connections to the database.
 */
export function createTurns(): InTurn {
  const semaphore = createSemaphore(2, 200, 40);
  return (task, caller) =>
    semaphore.run(async () => {
      // Pending requests run first, since a task may compute before its first asynchronous operation.
      await setImmediate();
      return task();
    }, caller);
}

/** The queue of long lists and of other costly responses. */
export const inTurn = createTurns();

/** Serialises rows into the parts of a JSON list, with pauses for other requests. `serialize` converts a few rows to a list. */
export async function serializeRows(
  rows: readonly unknown[],
  serialize: (rows: readonly unknown[]) => string,
): Promise<readonly string[]> {
  if (rows.length <= SHORT_LIST) return [serialize(rows)];
  const parts: string[] = [];
  for await (const part of listParts(rows, serialize)) parts.push(part);
  return parts;
}

/**
 * Yields the JSON of an object in parts, with pauses for other requests in long lists. The object is validated by its schema, as every
 * response is.
 */
export async function* jsonParts(schema: z.ZodMiniObject, body: object): AsyncGenerator<string> {
  const values = new Map(Object.entries(body));
  let separator = '{';
  for (const [name, type] of Object.entries(schema.shape)) {
    const value: unknown = values.get(name);
    const isLong = Array.isArray(value) && value.length > SHORT_LIST;
    const json = isLong ? '' : toJson(type, value);
    // JSON.stringify returns undefined for an optional value that is absent.
    if (json === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:${json}`;
    separator = ',';
    if (isLong) yield* listParts(value, rows => toJson(type, rows));
  }
  yield '}';
}

async function* listParts(
  rows: readonly unknown[],
  serialize: (rows: readonly unknown[]) => string,
): AsyncGenerator<string> {
  let part = '[';
  let startedAt = performance.now();
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    // `slice` removes the brackets of the list.
    part += `${from === 0 ? '' : ','}${serialize(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1)}`;
    if (performance.now() - startedAt < PAUSE_AFTER_MS) continue;
    yield part;
    part = '';
    await setImmediate();
    startedAt = performance.now();
  }
  yield `${part}]`;
}

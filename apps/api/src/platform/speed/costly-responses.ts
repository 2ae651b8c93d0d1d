import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createSemaphore } from '../semaphore.ts';

/** Rows of a list that takes no turn. */
export const SHORT_LIST = 50;
/** Rows are serialised this long without a pause; some have 20 kB, most half of one. */
const PAUSE_AFTER_MS = 5;
const ROWS_AT_ONCE = 5;

/** Runs a task when it is the caller's turn. Throws 503 if too many wait, in all or of the caller. */
export type InTurn = <Result>(task: () => Promise<Result>, caller: string) => Promise<Result>;

/** Two tasks at a time, callers in turns, so that many of them neither block the event loop nor take all connections to the database. */
export function createTurns(): InTurn {
  const semaphore = createSemaphore(2, 200, 40);
  return (task, caller) =>
    semaphore.run(async () => {
      // Other requests first: a task may compute before it waits for anything.
      await setImmediate();
      return task();
    }, caller);
}

/** The turns of long lists and of other costly responses. */
export const inTurn = createTurns();

/** Rows as the parts of a JSON list, with pauses for other requests. `serialize` writes a few of them as a list. */
export async function serializeRows(
  rows: readonly unknown[],
  serialize: (rows: readonly unknown[]) => string,
): Promise<readonly string[]> {
  if (rows.length <= SHORT_LIST) return [serialize(rows)];
  const parts: string[] = [];
  for await (const part of listParts(rows, serialize)) parts.push(part);
  return parts;
}

/** An object as the parts of its JSON, of which long lists are several, with pauses for other requests. Validated like every response. */
export async function* jsonParts(schema: z.ZodMiniObject, body: object): AsyncGenerator<string> {
  const values = new Map(Object.entries(body));
  let separator = '{';
  for (const [name, type] of Object.entries(schema.shape)) {
    const value: unknown = values.get(name);
    const isLong = Array.isArray(value) && value.length > SHORT_LIST;
    const json = isLong ? '' : JSON.stringify(z.encode(type, value));
    // An optional value that is absent.
    if (json === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:${json}`;
    separator = ',';
    if (isLong) yield* listParts(value, rows => JSON.stringify(z.encode(type, rows)));
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
    // Without its brackets.
    part += `${from === 0 ? '' : ','}${serialize(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1)}`;
    if (performance.now() - startedAt < PAUSE_AFTER_MS) continue;
    yield part;
    part = '';
    await setImmediate();
    startedAt = performance.now();
  }
  yield `${part}]`;
}

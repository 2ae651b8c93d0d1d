import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { createSemaphore } from '../semaphore.ts';

/** Rows of a list that takes no turn. */
export const SHORT_LIST = 50;
/** Serialised without a pause: some milliseconds. */
const ROWS_AT_ONCE = 25;

/**
 * Long lists are read and written two at a time, callers in turns, so that many of them neither block the event loop nor take all
 * connections to the database. Throws 503 if too many wait, in all or of the caller.
 */
export const longLists = createSemaphore(2, 200, 40);

/** Rows as a JSON list, with pauses for other requests. `serialize` writes a few of them as a list. */
export async function serializeRows(
  rows: readonly unknown[],
  serialize: (rows: readonly unknown[]) => string,
): Promise<string> {
  if (rows.length <= SHORT_LIST) return serialize(rows);
  const parts: string[] = [];
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    // Without its brackets.
    parts.push(serialize(rows.slice(from, from + ROWS_AT_ONCE)).slice(1, -1));
    await setImmediate();
  }
  return `[${parts.join(',')}]`;
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
    if (isLong) yield* listParts(type, value);
  }
  yield '}';
}

async function* listParts(type: z.core.$ZodType, rows: readonly unknown[]): AsyncGenerator<string> {
  yield '[';
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = JSON.stringify(z.encode(type, rows.slice(from, from + ROWS_AT_ONCE)));
    yield `${from === 0 ? '' : ','}${some.slice(1, -1)}`;
    await setImmediate();
  }
  yield ']';
}

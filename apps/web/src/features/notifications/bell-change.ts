import * as z from 'zod/mini';
import { idsUntil, readIn, without } from './bell-list.ts';
import type { Bell } from './entry.ts';

const named = z.array(z.object({ id: z.string(), isLocal: z.optional(z.boolean()) }));
const until = z.iso.datetime();

/**
 * A change of the bell by the user. `readAll` and `clear` affect all notifications up to the newest one seen, including those
 * that the list does not contain, but no later ones.
 */
export const bellChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('read'), entries: named }),
  z.object({ kind: z.literal('remove'), entries: named }),
  z.object({ kind: z.literal('readAll'), until }),
  z.object({ kind: z.literal('clear'), until }),
]);
export type BellChange = z.infer<typeof bellChange>;

export function withChange({ entries, unlisted }: Bell, change: BellChange): Bell {
  const isAll = change.kind === 'readAll' || change.kind === 'clear';
  const ids = isAll ? idsUntil(entries, change.until) : change.entries.map(({ id }) => id);
  const isRead = change.kind === 'read' || change.kind === 'readAll';
  return {
    entries: isRead ? readIn(entries, ids) : without(entries, ids),
    unlisted: isAll ? 0 : unlisted,
  };
}

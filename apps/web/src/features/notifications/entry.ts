import type { LiveNotification } from '@minga/contract/live';
import * as z from 'zod/mini';

/** One line of the bell. The server's notifications are such; a test over the live connection is nowhere but here. */
const entry = z.object({
  id: z.string(),
  title: z.string(),
  message: z.string(),
  type: z.string(),
  taskId: z.nullable(z.string()),
  timestamp: z.iso.datetime(),
  read: z.boolean(),
  /** The server does not keep it. */
  isLocal: z.optional(z.boolean()),
});
export type Entry = z.infer<typeof entry>;

/** Somebody's bell: the newest first, and how many more are unread on the server than are listed. */
export const bell = z.object({ entries: z.array(entry), unlisted: z.int().check(z.gte(0)) });
export type Bell = z.infer<typeof bell>;

export const EMPTY_BELL: Bell = { entries: [], unlisted: 0 };

/** What has just arrived, unread. One without an id gets the same in every tab. */
export function entryOf({ id, ...facts }: LiveNotification): Entry {
  return id === undefined
    ? { ...facts, id: `${facts.timestamp} ${facts.title}`, read: false, isLocal: true }
    : { ...facts, id, read: false };
}

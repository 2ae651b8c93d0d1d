import type { LiveNotification } from '@minga/contract/live';

/** A line of the bell: a notification of the server, or a live connection test, which exists in this browser only. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly type: string;
  readonly taskId: string | null;
  readonly timestamp: string;
  readonly read: boolean;
  /** The server does not store it. */
  readonly isLocal?: boolean;
  /** It comes from the copy in this browser (lib/offline). */
  readonly isRestored?: boolean;
}

/** A user's bell: the entries, newest first, and the number of unread ones on the server that are not listed. */
export interface Bell {
  readonly entries: Entry[];
  readonly unlisted: number;
}

export const EMPTY_BELL: Bell = { entries: [], unlisted: 0 };

/** The unread entry of an arrival. Without an id from the server, every tab derives the same one. */
export function entryOf({ id, ...facts }: LiveNotification): Entry {
  return id === undefined
    ? { ...facts, id: `${facts.timestamp} ${facts.title}`, read: false, isLocal: true }
    : { ...facts, id, read: false };
}

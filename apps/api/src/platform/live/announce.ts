import type { LiveEvent } from '@minga/contract/live';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../database/connection.ts';

export const LIVE_CHANNEL = 'minga_live';

/** For the open screens of one person; `data` is short, or names what is read then. */
export interface LiveNotice {
  readonly user: string;
  readonly event: LiveEvent;
  readonly data: object;
}

/** Lets every process tell these people, if connected; after the commit, not before. */
export async function announce(tx: Executor, notices: readonly LiveNotice[]): Promise<void> {
  if (notices.length === 0) return;
  const payloads = JSON.stringify(notices);
  await tx.execute(
    sql`select pg_notify(${LIVE_CHANNEL}, notice::text) from jsonb_array_elements(${payloads}::jsonb) notice`,
  );
}

/** The same as a column of a statement, for each row that it has. */
export const announced = (user: SQLWrapper, event: LiveEvent, data: SQL): SQL =>
  sql`pg_notify(${LIVE_CHANNEL}, jsonb_build_object('user', ${user}, 'event', ${event}::text, 'data', ${data})::text)`;

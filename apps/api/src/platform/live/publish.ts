import type { LiveEvent } from '@minga/contract/live';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Executor } from '../database/connection.ts';

export const LIVE_CHANNEL = 'minga_live';

/**
 * A message to all connections of one user. `data` is short (NOTIFY allows 8,000 bytes) or contains an id whose content the
 * receiver loads.
 */
export interface LiveMessage {
  readonly user: string;
  readonly event: LiveEvent;
  readonly data: object;
}

/** Sends messages to the connected users of all processes when the transaction commits. */
export async function publish(tx: Executor, messages: readonly LiveMessage[]): Promise<void> {
  if (messages.length === 0) return;
  const payloads = JSON.stringify(messages);
  await tx.execute(
    sql`select pg_notify(${LIVE_CHANNEL}, message::text) from jsonb_array_elements(${payloads}::jsonb) message`,
  );
}

/** `publish` as a column of a statement: sends one message per row. */
export const publishExpression = (user: SQLWrapper, event: LiveEvent, data: SQL): SQL =>
  sql`pg_notify(${LIVE_CHANNEL}, jsonb_build_object('user', ${user}, 'event', ${event}::text, 'data', ${data})::text)`;

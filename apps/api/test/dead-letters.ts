import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Platform } from '../src/platform/platform.ts';

interface Given {
  readonly queue?: string;
  readonly data?: object;
  readonly fault?: object;
}

/** Inserts a dead letter of the given queue in pg-boss's format; returns its id. */
export async function aDeadLetter({ db, jobs }: Platform, given: Given = {}): Promise<string> {
  const { queue = 'mails', data = { mailIds: [v7()] }, fault = { message: 'ECONNECTION' } } = given;
  // Creates the queues.
  await jobs.queues();
  const id = v7();
  await db.execute(
    sql`insert into pgboss.job (id, name, data, source_name, source_id, source_retry_count, source_output)
      values (${id}, 'dead-letters', ${JSON.stringify(data)}::jsonb, ${queue}, ${v7()}, 30, ${JSON.stringify(fault)}::jsonb)`,
  );
  return id;
}

/** The data of a queue's waiting jobs. */
export async function queuedData({ db }: Platform, queue: string): Promise<unknown[]> {
  const { rows } = await db.execute<{ data: unknown }>(
    sql`select data from pgboss.job where name = ${queue} and state < 'active' order by created_on, id`,
  );
  return rows.map(({ data }) => data);
}

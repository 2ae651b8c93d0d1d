import type { Role } from '@minga/contract/accounts';
import { asc, count, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import type { UserRow } from './repository.ts';
import { users } from './schema.ts';
import type { Paging } from './user-list-repository.ts';

/** As the index says it, which holds these few of all accounts. */
const isOrWasAdmin = sql`(${users.role} = 'admin' or ${users.formerAdmin})`;

/** A page of who administers or has administered, by name, and their whole count. */
export async function listAdmins(
  db: Executor,
  { limit, offset }: Paging,
): Promise<{ rows: UserRow[]; total: number }> {
  const rows = await db
    .select()
    .from(users)
    .where(isOrWasAdmin)
    .orderBy(sql`public.plain(${users.username})`, asc(users.id))
    .limit(limit)
    .offset(offset);
  const isWhole = offset === 0 && rows.length < limit;
  return { rows, total: isWhole ? rows.length : await db.$count(users, isOrWasAdmin) };
}

export async function countByRole(db: Executor): Promise<Map<Role, number>> {
  const rows = await db.select({ role: users.role, count: count() }).from(users).groupBy(users.role);
  return new Map(rows.map(row => [row.role, row.count]));
}

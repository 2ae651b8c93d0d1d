import type { Role } from '@minga/contract/session';
import { asc, count, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/connection.ts';
import { type Paging, withTotal } from '../../platform/database/paging.ts';
import type { UserRow } from './repository.ts';
import { users } from './schema.ts';

/** The condition of the partial index `users_admins_index`, so that PostgreSQL uses it. */
const isOrWasAdmin = sql`(${users.role} = 'admin' or ${users.formerAdmin})`;

/** A page of current and former administrators, by name, and their total. */
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
  return withTotal(rows, { limit, offset }, () => db.$count(users, isOrWasAdmin));
}

export async function countByRole(db: Executor): Promise<Map<Role, number>> {
  const rows = await db.select({ role: users.role, count: count() }).from(users).groupBy(users.role);
  return new Map(rows.map(row => [row.role, row.count]));
}

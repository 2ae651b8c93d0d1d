import type { UserStats } from '@minga/contract/administration/users';
import type { Role } from '@minga/contract/session';
import { and, asc, count, desc, eq, like, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../platform/database/connection.ts';
import { countByWeek, type Paging, searchedWords, withTotal } from '../../../platform/database/queries.ts';
import type { Week } from '../../../platform/local-time.ts';
import type { UserRow } from '../repository.ts';
import { users } from '../schema.ts';

export interface UserFilter {
  readonly role: 'user' | 'admin' | undefined;
  readonly status: 'active' | 'inactive' | undefined;
  /** Each of its words must occur in the name or the e-mail. */
  readonly search: string;
}

export async function hasActiveAdmin(db: Executor): Promise<boolean> {
  const isOne = and(eq(users.role, 'admin'), eq(users.isActive, true));
  return (await db.select({ id: users.id }).from(users).where(isOne).limit(1)).length > 0;
}

/** Superadmins are not listed. */
const isListed = ne(users.role, 'superadmin');

/** A page of the accounts, the newest first, and their total. */
export async function listUsers(
  db: Executor,
  { role, status, search }: UserFilter,
  { limit, offset }: Paging,
): Promise<{ rows: UserRow[]; total: number }> {
  const filter = and(
    role === undefined ? isListed : eq(users.role, role),
    status === undefined ? undefined : eq(users.isActive, status === 'active'),
    ...(await Promise.all(partsOf(search).map(part => contains(db, part)))),
  );
  // The inner query reads ids from the index alone, however large the offset; only the page's rows are fetched.
  const page = db
    .select({ id: users.id })
    .from(users)
    .where(filter)
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit)
    .offset(offset)
    .as('page');
  const found = await db
    .select({ user: users })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .orderBy(desc(users.createdAt), desc(users.id));
  const rows = found.map(({ user }) => user);
  return withTotal(rows, { limit, offset }, () => db.$count(users, filter));
}

/**
 * Up to `limit` accounts, the newest first, with this e-mail, or with a name of which each part of the search begins a word. The
 * list of accounts matches more, but here the search may be about something else.
 */
export async function findNamed(db: Executor, search: string, limit: number): Promise<string[]> {
  const parts = partsOf(search);
  if (parts.length === 0) return [];
  const beginsWord = (part: string) =>
    // The first condition, which the second one implies, is that of the index.
    sql`${users.searchText} like '%' || ${literal(part)} || '%'
      and ' ' || public.plain(${users.username}) like '% ' || ${literal(part)} || '%'`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.email, search.trim().toLowerCase()), and(...parts.map(beginsWord))))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
  return rows.map(({ id }) => id);
}

const partsOf = (search: string): string[] => [...new Set(search.split(/\s+/))].filter(part => part !== '');

/** The part without case and accents as a pattern of `like` in which '%', '_' and '\' are literal. */
const literal = (part: string): SQL =>
  sql`regexp_replace(public.plain(${part}), '([\\\\%_])', '\\\\\\1', 'g')`;

/**
 * Whether the name or the e-mail contains the part, ignoring case and accents, or the part's words in
 * succession.
 */
async function contains(db: Executor, part: string): Promise<SQL | undefined> {
  const asIs = sql`${users.searchText} like '%' || ${literal(part)} || '%'`;
  const words = await searchedWords(db, part);
  return words.length === 0 ? asIs : or(asIs, like(users.searchText, `%${words.join(' ')}%`));
}

export async function countUsers(db: Executor, weeks: readonly Week[]): Promise<UserStats> {
  const countWhere = (condition: SQL) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number);
  const [row] = await db
    .select({
      totalUsers: sql<number>`count(*)`.mapWith(Number),
      activeUsers: countWhere(sql`${users.isActive}`),
      inactiveUsers: countWhere(sql`not ${users.isActive}`),
      regularUsers: countWhere(eq(users.role, 'user')),
      admins: countWhere(eq(users.role, 'admin')),
    })
    .from(users)
    .where(isListed);
  if (row === undefined) throw new Error('a count has one row');
  return { ...row, registrationsByWeek: await countByWeek(db, users, users.createdAt, weeks, isListed) };
}

export const countActive = (db: Executor): Promise<number> => db.$count(users, eq(users.isActive, true));

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

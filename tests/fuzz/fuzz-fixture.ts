import { and, eq, type SQL, sql } from 'drizzle-orm';
import { hashPassword } from '../../apps/api/src/modules/accounts/password-service.ts';
import { apiTokens, sessions, users } from '../../apps/api/src/modules/accounts/schema.ts';
import { openSession } from '../../apps/api/src/modules/accounts/sign-in/session-service.ts';
import { newApiToken, shownPrefix } from '../../apps/api/src/modules/accounts/tokens/service.ts';
import { activities, activitySeries } from '../../apps/api/src/modules/activities/schema.ts';
import { attendances } from '../../apps/api/src/modules/attendance/schema.ts';
import { notifications } from '../../apps/api/src/modules/notifications/schema.ts';
import { reminders } from '../../apps/api/src/modules/reminders/schema.ts';
import type { Database, Transaction } from '../../apps/api/src/platform/database/connection.ts';
import { hashToken } from '../../apps/api/src/platform/tokens.ts';
import { PASSWORD } from './schema-arbitrary.ts';

/** `program` has an API token of a member; the others but `anonymous` have a cookie. */
export const roles = ['anonymous', 'member', 'admin', 'superadmin', 'program'] as const;
export type Role = (typeof roles)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
const IDS_PER_KIND = 40;
const AGENT = 'fuzz';

export interface FuzzFixture {
  /** With the cookie of an active session or an API token; empty for the anonymous role. */
  readonly headers: Readonly<Record<string, string>>;
  /** Replaces each slot such as `~activity.7~` by an existing id (or e-mail). */
  fillSlots(text: string): string;
  /** Opens a new session, inserts new targets and reads the current ids. */
  refresh(): Promise<void>;
}

/** Creates an account of `role` with a session and targets of its own, to be refreshed whenever the run ends the session. */
export async function createFuzzFixture(db: Database, role: Role): Promise<FuzzFixture> {
  const passwordHash = await hashPassword(PASSWORD);
  const email = `${role}@example.org`;
  let headers = {};
  let ids: Record<string, string[]> = {};

  async function refresh(): Promise<void> {
    // One transaction that locks the account first: a concurrent deletion waits instead of causing a deadlock.
    await db.transaction(async tx => {
      const self = await upsertAccount(tx, role, email, passwordHash);
      if (role === 'program') headers = { authorization: `Bearer ${await insertToken(tx, self.id)}` };
      else if (role !== 'anonymous') {
        await tx.delete(sessions).where(and(eq(sessions.userId, self.id), eq(sessions.userAgent, AGENT)));
        const place = { address: '127.0.0.1', userAgent: AGENT };
        headers = { cookie: `minga_session=${await openSession(tx, self, place, new Date())}` };
      }
      await insertTargets(tx, self.id);
    });
    ids = await newestIds(db);
  }

  await refresh();
  return {
    get headers() {
      return headers;
    },
    fillSlots: text =>
      text.replaceAll(/~([a-z]+)\.(\d+)~/g, (slot, kind: string, index: string) => {
        const known = ids[kind] ?? [];
        return known[Number(index) % known.length] ?? slot;
      }),
    refresh,
  };
}

/** Replaces the account's API token, which may have been removed with its password. */
async function insertToken(tx: Transaction, userId: string): Promise<string> {
  const token = newApiToken();
  const createdAt = new Date();
  await tx.delete(apiTokens).where(eq(apiTokens.userId, userId));
  await tx.insert(apiTokens).values({
    userId,
    name: AGENT,
    scope: 'write',
    prefix: shownPrefix(token),
    tokenHash: hashToken(token),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + DAY_MS),
  });
  return token;
}

/** Inserts the account, or resets it if the run has changed or deleted it. */
async function upsertAccount(tx: Transaction, role: Role, email: string, passwordHash: string) {
  const now = new Date();
  const fixed = { role: role === 'admin' || role === 'superadmin' ? role : 'user', isActive: true } as const;
  const row = {
    username: 'Rosa Elvira',
    email,
    phone: '3001234567',
    passwordHash,
    createdAt: now,
    updatedAt: now,
  };
  const [user] = await tx
    .insert(users)
    .values({ ...row, ...fixed })
    .onConflictDoUpdate({ target: users.email, set: { ...fixed, passwordHash, formerAdmin: false } })
    .returning();
  if (user === undefined) throw new Error('no account was inserted');
  return user;
}

/** Inserts targets of every kind, owned by the account and by others, in every state. */
async function insertTargets(tx: Transaction, self: string): Promise<void> {
  const now = new Date();
  const tag = `${now.getTime()}-${Math.random().toString(36).slice(2)}`;
  const people = ['user', 'user', 'admin'] as const;
  const others = await tx
    .insert(users)
    .values(
      people.map((role, index) => ({
        username: 'Luz Dary',
        email: `${tag}-${index}@example.org`,
        passwordHash: '-',
        role,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning();
  const owners = [self, self, self, ...others.map(({ id }) => id)];
  const statuses = ['pending', 'approved', 'rejected', 'pending', 'approved', 'pending'] as const;
  const rule = { frequency: 'weekly', interval: 1, count: 3 } as const;
  const [series] = await tx
    .insert(activitySeries)
    .values({ ...rule, weekdays: ['sa'] })
    .returning();
  const inserted = await tx
    .insert(activities)
    .values(
      owners.map((ownerId, index) => ({
        ownerId,
        title: `Siembra ${index}`,
        description: 'Traer agua.',
        place: 'Río Molino',
        date: new Date(now.getTime() + (index === 1 ? -3 : 3 + index) * DAY_MS),
        responsible: ['Ana'],
        // The account's own three are a series.
        ...(index < 3 && series !== undefined && { seriesId: series.id, seriesIndex: index + 1 }),
        status: statuses[index] ?? 'pending',
        ...(statuses[index] === 'rejected' && { rejectionReason: 'Falta el lugar' }),
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning();
  for (const [index, { id: activityId }] of inserted.entries()) {
    const attendance = { activityId, name: 'Ana', email: `ana-${tag}-${index}@example.org`, createdAt: now };
    await tx.insert(attendances).values(attendance);
    await tx.insert(reminders).values({ activityId, userId: self, daysBefore: 1, createdAt: now });
    const notification = {
      userId: self,
      title: 'Nueva',
      message: 'Viene Ana',
      taskId: activityId,
      createdAt: now,
    };
    await tx.insert(notifications).values({ ...notification, type: 'attendance' });
  }
}

/** The newest ids of each kind, for the slots. */
async function newestIds(db: Database): Promise<Record<string, string[]>> {
  const newest = async (table: SQL, column = sql`id`): Promise<string[]> => {
    const query = sql`select ${column} as known from ${table} where ${column} is not null order by id desc limit ${IDS_PER_KIND}`;
    return (await db.execute<{ known: string }>(query)).rows.map(({ known }) => known);
  };
  return {
    activity: await newest(sql`${activities}`),
    series: await newest(sql`${activitySeries}`),
    attendance: await newest(sql`${attendances}`),
    notification: await newest(sql`${notifications}`),
    reminder: await newest(sql`${reminders}`),
    session: await newest(sql`${sessions}`),
    user: await newest(sql`${users}`),
    email: await newest(sql`${attendances}`, sql`email`),
  };
}

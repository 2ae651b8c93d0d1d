import { and, eq, type SQL, sql } from 'drizzle-orm';
import { hashPassword } from '../../apps/api/src/modules/accounts/passwords.ts';
import { sessions, users } from '../../apps/api/src/modules/accounts/schema.ts';
import { openSession } from '../../apps/api/src/modules/accounts/session-service.ts';
import { activities } from '../../apps/api/src/modules/activities/schema.ts';
import { attendances } from '../../apps/api/src/modules/attendance/schema.ts';
import { notifications } from '../../apps/api/src/modules/notifications/schema.ts';
import { reminders } from '../../apps/api/src/modules/reminders/schema.ts';
import type { Database, Transaction } from '../../apps/api/src/platform/database/connection.ts';
import { PASSWORD } from './schema-arbitrary.ts';

export const roles = ['anonymous', 'member', 'admin', 'superadmin'] as const;
export type Role = (typeof roles)[number];

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_OF_EACH = 40;
const AGENT = 'fuzz';

export interface World {
  /** The cookie of a living session; empty for nobody's. */
  readonly cookie: string;
  /** A text with an id (an e-mail) that exists for each slot such as `~activity.7~`. */
  fill(text: string): string;
  /** A new session where the old one has ended, things to act on, and the ids of what there is now. */
  refresh(): Promise<void>;
}

/** An account of `role`, whose session is opened anew as often as the run ends it, and things of its own. */
export async function openWorld(db: Database, role: Role): Promise<World> {
  const passwordHash = await hashPassword(PASSWORD);
  const email = `${role}@example.org`;
  let cookie = '';
  let ids: Record<string, string[]> = {};

  async function refresh(): Promise<void> {
    // In one transaction that begins with the account: whoever deletes it meanwhile waits, rather than each for the other.
    await db.transaction(async tx => {
      const me = await account(tx, role, email, passwordHash);
      if (role !== 'anonymous') {
        await tx.delete(sessions).where(and(eq(sessions.userId, me.id), eq(sessions.userAgent, AGENT)));
        const place = { address: '127.0.0.1', userAgent: AGENT };
        cookie = `minga_session=${await openSession(tx, me, place, new Date())}`;
      }
      await furnish(tx, me.id);
    });
    ids = await knownIds(db);
  }

  await refresh();
  return {
    get cookie() {
      return cookie;
    },
    fill: text =>
      text.replaceAll(/~([a-z]+)\.(\d+)~/g, (slot, kind: string, index: string) => {
        const known = ids[kind] ?? [];
        return known[Number(index) % known.length] ?? slot;
      }),
    refresh,
  };
}

/** The account, made anew where the run has deleted or changed it. */
async function account(tx: Transaction, role: Role, email: string, passwordHash: string) {
  const now = new Date();
  const kept = { role: role === 'admin' || role === 'superadmin' ? role : 'user', isActive: true } as const;
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
    .values({ ...row, ...kept })
    .onConflictDoUpdate({ target: users.email, set: { ...kept, passwordHash, formerAdmin: false } })
    .returning();
  if (user === undefined) throw new Error('no account');
  return user;
}

/** Some of everything that calls act on: own and of others, in every state. */
async function furnish(tx: Transaction, me: string): Promise<void> {
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
  const owners = [me, me, me, ...others.map(({ id }) => id)];
  const statuses = ['pending', 'approved', 'rejected', 'pending', 'approved', 'pending'] as const;
  const made = await tx
    .insert(activities)
    .values(
      owners.map((ownerId, index) => ({
        ownerId,
        title: `Siembra ${index}`,
        description: 'Traer agua.',
        place: 'Río Molino',
        date: new Date(now.getTime() + (index === 1 ? -3 : 3 + index) * DAY_MS),
        responsible: ['Ana'],
        status: statuses[index] ?? 'pending',
        ...(statuses[index] === 'rejected' && { rejectionReason: 'Falta el lugar' }),
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning();
  for (const [index, { id: activityId }] of made.entries()) {
    const coming = { activityId, name: 'Ana', email: `ana-${tag}-${index}@example.org`, createdAt: now };
    await tx.insert(attendances).values(coming);
    await tx.insert(reminders).values({ activityId, userId: me, daysBefore: 1, createdAt: now });
    const news = { userId: me, title: 'Nueva', message: 'Viene Ana', taskId: activityId, createdAt: now };
    await tx.insert(notifications).values({ ...news, type: 'attendance' });
  }
}

/** The newest of each kind, by which slots are filled. */
async function knownIds(db: Database): Promise<Record<string, string[]>> {
  const newest = async (table: SQL, column = sql`id`): Promise<string[]> => {
    const query = sql`select ${column} as known from ${table} where ${column} is not null order by id desc limit ${KEPT_OF_EACH}`;
    return (await db.execute<{ known: string }>(query)).rows.map(({ known }) => known);
  };
  return {
    activity: await newest(sql`${activities}`),
    attendance: await newest(sql`${attendances}`),
    notification: await newest(sql`${notifications}`),
    reminder: await newest(sql`${reminders}`),
    session: await newest(sql`${sessions}`),
    user: await newest(sql`${users}`),
    email: await newest(sql`${attendances}`, sql`email`),
  };
}

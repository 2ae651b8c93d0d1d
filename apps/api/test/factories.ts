import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { registrations, users } from '../src/modules/accounts/schema.ts';
import { openSession } from '../src/modules/accounts/sign-in/session-service.ts';
import { activities, activitySeries } from '../src/modules/activities/schema.ts';
import { attendanceLinks, attendances } from '../src/modules/attendance/schema.ts';
import { collectiveSlugs, collectives } from '../src/modules/collectives/schema.ts';
import { pushSubscriptions } from '../src/modules/push/schema.ts';
import { REMINDERS } from '../src/modules/reminders/due-repository.ts';
import { reminders } from '../src/modules/reminders/schema.ts';
import { savedSearches } from '../src/modules/saved-searches/schema.ts';
import { teamInvitations, teamMembers, teams } from '../src/modules/teams/schema.ts';
import type { Database } from '../src/platform/database/connection.ts';
import { cancel, schedule } from '../src/platform/due-work/due-work.ts';
import { hashToken, newToken } from '../src/platform/tokens.ts';
import { NOON } from './app.ts';

type NewUser = Partial<typeof users.$inferInsert>;
type NewActivity = Partial<typeof activities.$inferInsert>;
type NewAttendance = Partial<typeof attendances.$inferInsert>;
type NewCollective = Partial<typeof collectives.$inferInsert>;
type NewMember = typeof teamMembers.$inferInsert;
type NewInvitation = typeof teamInvitations.$inferInsert;
type NewSavedSearch = Partial<typeof savedSearches.$inferInsert>;
/** `dueAt` is null if the reminder has been sent. By default the next poll plans it. */
type NewReminder = Partial<typeof reminders.$inferInsert> & { readonly dueAt?: Date | null };

export const only = <Row>([row]: Row[]): Row => {
  if (row === undefined) throw new Error('nothing was inserted');
  return row;
};

let createdCount = 0;
const next = () => ++createdCount;

/** A verified, active account without a usable password: sign in with `signedIn`. */
export async function aUser(db: Database, values: NewUser = {}) {
  const number = next();
  const row = {
    username: `Persona ${number}`,
    email: `persona${number}@example.org`,
    phone: '3001234567',
    passwordHash: '-',
    createdAt: NOON,
    updatedAt: NOON,
    ...values,
  };
  return only(await db.insert(users).values(row).returning());
}

/** A pending registration with the fields of `user`; deletes the account of `user`. */
export async function aRegistration(db: Database, user: typeof users.$inferSelect) {
  const { id, username, email, phone, passwordHash } = user;
  await db.delete(users).where(eq(users.id, id));
  const expiresAt = new Date(NOON.getTime() + 24 * 3_600_000);
  await db.insert(registrations).values({ username, email, phone, passwordHash, createdAt: NOON, expiresAt });
}

/** An account with a session; `headers` contain its cookie. */
export async function signedIn(db: Database, values: NewUser = {}, now = NOON) {
  const user = await aUser(db, values);
  const place = { address: '127.0.0.1', userAgent: 'test' };
  const token = await db.transaction(tx => openSession(tx, user, place, now));
  return { user, token, headers: { cookie: `minga_session=${token}` } };
}

/** A public activity in two weeks, by default of a new owner. */
export async function anActivity(db: Database, values: NewActivity = {}) {
  const ownerId = values.ownerId ?? (await aUser(db)).id;
  const row = {
    title: `Actividad ${next()}`,
    description: 'Traer agua y gorra.',
    place: 'Parque Caldas',
    date: new Date('2026-12-05T14:00:00.000Z'),
    responsible: ['Ana'],
    createdAt: NOON,
    updatedAt: NOON,
    ...values,
    ownerId,
  };
  return only(await db.insert(activities).values(row).returning());
}

/** A collective with its owner, by default a new account. */
export async function aCollective(
  db: Database,
  { ownerId, ...values }: NewCollective & { ownerId?: string } = {},
) {
  const owner = ownerId ?? (await aUser(db)).id;
  const number = next();
  const [id, slug] = [values.id ?? v7(), values.slug ?? `colectivo-${number}`];
  const texts = { description: 'Sembramos.', place: 'Popayán' };
  await db.insert(teams).values({ id, kind: 'collective' });
  await db.insert(collectiveSlugs).values({ slug });
  const row = {
    name: `Colectivo ${number}`,
    ...texts,
    createdAt: NOON,
    updatedAt: NOON,
    ...values,
    id,
    slug,
  };
  const collective = only(await db.insert(collectives).values(row).returning());
  await aMember(db, { teamId: id, userId: owner, role: 'owner' });
  return { ...collective, ownerId: owner };
}

/** A member of a team: of a collective, or of an activity besides its author. */
export async function aMember(db: Database, values: Omit<NewMember, 'joinedAt'> & { joinedAt?: Date }) {
  await db.insert(teams).values({ id: values.teamId, kind: 'activity' }).onConflictDoNothing();
  await db.insert(teamMembers).values({ joinedAt: NOON, ...values });
}

/** The id of a pending invitation to a team. */
export async function anInvitation(
  db: Database,
  values: Pick<NewInvitation, 'teamId' | 'inviterId'> & Partial<NewInvitation>,
) {
  const row = {
    email: `invitada${next()}@example.org`,
    role: 'door' as const,
    tokenHash: hashToken(newToken()),
    createdAt: NOON,
    expiresAt: new Date(NOON.getTime() + 7 * 24 * 3_600_000),
    ...values,
  };
  return only(await db.insert(teamInvitations).values(row).returning({ id: teamInvitations.id })).id;
}

/** The first occurrence of a weekly series whose others are deleted. */
export async function anOccurrence(db: Database, values: NewActivity = {}) {
  const rule = { frequency: 'weekly', interval: 1, weekdays: ['sa'], count: 2 } as const;
  const { id: seriesId } = only(
    await db
      .insert(activitySeries)
      .values({ ...rule, weekdays: [...rule.weekdays] })
      .returning(),
  );
  return { ...(await anActivity(db, { ...values, seriesId, seriesIndex: 1 })), seriesId };
}

export async function anAttendance(db: Database, values: NewAttendance = {}) {
  const activityId = values.activityId ?? (await anActivity(db)).id;
  const row = { name: 'Luz', email: `luz${next()}@example.org`, createdAt: NOON, ...values, activityId };
  return only(await db.insert(attendances).values(row).returning());
}

/** A visitor's attendance: `proof` is the cookie header of the confirming browser, `token` that of the personal link. */
export async function aVisit(db: Database, values: NewAttendance = {}) {
  const [proof, token] = [newToken(), newToken()];
  const attendance = await anAttendance(db, { proofHash: hashToken(proof), ...values });
  const { id: attendanceId, activityId, email } = attendance;
  await db
    .insert(attendanceLinks)
    .values({ tokenHash: hashToken(token), attendanceId, email, createdAt: NOON });
  return { attendance, activityId, email: email ?? '', token, proof: { cookie: `minga_visitor=${proof}` } };
}

/** A reminder one day before, by default of the owner of a new activity. */
export async function aReminder(db: Database, { dueAt, ...values }: NewReminder = {}) {
  const activity = values.activityId === undefined ? await anActivity(db) : undefined;
  const activityId = values.activityId ?? activity?.id ?? '';
  const recipient = values.attendanceId === undefined ? { userId: activity?.ownerId } : {};
  const row = { daysBefore: 1, createdAt: NOON, ...recipient, ...values, activityId };
  const reminder = only(await db.insert(reminders).values(row).returning());
  if (dueAt === null) await cancel(db, REMINDERS, [reminder.id]);
  else if (dueAt !== undefined) await schedule(db, REMINDERS, { key: reminder.id, at: dueAt });
  return reminder;
}

/** A browser that gets pushes of an account, by default one that nothing reaches. */
export async function aPushSubscription(
  db: Database,
  values: Pick<typeof pushSubscriptions.$inferInsert, 'userId'> &
    Partial<typeof pushSubscriptions.$inferInsert>,
) {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${next()}`;
  const row = { endpoint, p256dh: 'B'.repeat(87), auth: 'a'.repeat(22), createdAt: NOON, ...values };
  return only(await db.insert(pushSubscriptions).values(row).returning());
}

/** A saved search for 'ambiente', by default of a new account. */
export async function aSavedSearch(db: Database, values: NewSavedSearch = {}) {
  const userId = values.userId ?? (await aUser(db)).id;
  const row = { category: 'ambiente' as const, mail: 'diario' as const, createdAt: NOON, ...values, userId };
  return only(await db.insert(savedSearches).values(row).returning());
}

export const deactivate = (db: Database, id: string) =>
  db.update(users).set({ isActive: false }).where(eq(users.id, id));

import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import {
  anActivity,
  anAttendance,
  aReminder,
  aSavedSearch,
  aUser,
  signedIn,
} from '../../../test/factories.ts';
import { plainPng } from '../../../test/pictures.ts';
import { errorOf } from '../../../test/requests.ts';
import { aPasskey } from '../../../test/trust-factories.ts';
import { images } from '../../platform/images/schema.ts';
import { mails } from '../../platform/mail/schema.ts';
import { registrations, sessions, users } from '../accounts/schema.ts';
import {
  activities,
  activityMemories,
  activityMemoryImages,
  approvedPublications,
} from '../activities/schema.ts';
import { attendances } from '../attendance/schema.ts';
import { printedOf } from '../certificates/rules.ts';
import { certificates } from '../certificates/schema.ts';
import { rejectionItem } from '../notifications/decisions/mails.ts';
import { insertNotifications } from '../notifications/repository.ts';
import {
  activityMessages,
  announcementRecipients,
  announcements,
  attendanceChanges,
  digestItems,
  mailDigests,
  notificationPreferences,
  notifications,
  unsubscribeLinks,
} from '../notifications/schema.ts';
import { reminders } from '../reminders/schema.ts';
import { savedSearches } from '../saved-searches/schema.ts';

const app = await testApp();
const limited = await testApp({ RATE_LIMIT_FACTOR: '0.1' });
const { db } = app.platform;
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);

const person = (values: Parameters<typeof signedIn>[1] = {}) => signedIn(db, { passwordHash, ...values });
const get = (path: string, headers: Record<string, string>) =>
  app.inject({ url: `/api/auth/${path}`, headers });
const remove = (headers: Record<string, string>, payload: object = { password, confirmation: 'ELIMINAR' }) =>
  app.inject({ method: 'DELETE', url: '/api/auth/account', headers, payload });

/** Creates an account with an upcoming activity, a past one, two attendances (one as a visitor) and a reminder. */
async function userWithData() {
  const owner = await person();
  const { id, email } = owner.user;
  const upcoming = await anActivity(db, { ownerId: id });
  await anActivity(db, { ownerId: id, date: new Date('2026-01-10T14:00:00.000Z') });
  await aPasskey(db, { userId: id });
  await db.insert(approvedPublications).values({ ownerId: id, publicationId: upcoming.id, approvedAt: NOON });
  const guest = await anAttendance(db, { activityId: upcoming.id });
  const attended = await anAttendance(db, { userId: id, email, name: 'Rosa' });
  const asVisitor = await anAttendance(db, { email, name: 'Rosa', proofHash: Buffer.from('p') });
  const { id: guestOwner } = await aUser(db);
  await db
    .insert(reminders)
    .values({ userId: id, activityId: attended.activityId, daysBefore: 3, createdAt: NOON });
  await aReminder(db, { activityId: asVisitor.activityId, attendanceId: asVisitor.id });
  await db.insert(certificates).values({
    number: `ROSA-${id}`,
    attendanceId: attended.id,
    issuedAt: NOON,
    printed: printedOf('Rosa', [{ ...upcoming, collective: null, id: attended.id, hours: 2 }]),
  });
  const note = { subject: 'Llueve', text: 'Traigan capa.', audience: 'all', recipients: 1 } as const;
  await db
    .insert(activityMessages)
    .values({ ...note, activityId: upcoming.id, senderId: id, createdAt: NOON });
  await db
    .insert(notificationPreferences)
    .values({ userId: id, kind: 'change', byEmail: false, isLive: true });
  await aSavedSearch(db, { userId: id, latitude: 2.44, longitude: -76.61, radiusKm: 20 });
  await insertNotifications(db, [
    { userId: id, type: 'reminder', title: 'Recordatorio', message: 'Pronto', createdAt: NOON },
    { userId: guestOwner, type: 'change', title: 'Ajena', message: 'Ajena', createdAt: NOON },
  ]);
  return { ...owner, upcoming, guest, attended, asVisitor };
}

beforeEach(() => app.setNow(NOON));

/** The field of the download for each column that refers to an account, or in parentheses the reason why the download omits it. */
const columnsOfAccounts: Readonly<Record<string, string>> = {
  'activities.owner_id': 'activities',
  'activity_messages.sender_id': 'sentMessages',
  'api_tokens.user_id': 'apiTokens',
  'approved_publications.owner_id': 'approvedPublications',
  'attendances.user_id': 'attendances',
  'calendars.added_by': 'addedCalendars',
  'certificates.user_id': 'certificates',
  'collective_followers.user_id': 'collectives',
  'detached_hours.user_id': 'deletedAttendances',
  'digest_items.user_id': '(what its notifications say, until the next e-mail)',
  'email_tokens.user_id': 'pendingEmail',
  'feedback.user_id': 'otherFeedback',
  'follow_digests.user_id': '(activities of what it follows and searches, until the next digest)',
  'known_devices.user_id': '(hashes of browsers, without a name)',
  'legal_texts.updated_by': '(public work of the administration)',
  'mail_digests.user_id': '(when its last gathered e-mail was sent)',
  'notification_preferences.user_id': 'notificationPreferences',
  'notifications.user_id': 'notifications',
  'passkey_challenges.user_id': '(random, for some minutes)',
  'passkey_handles.user_id': '(random, for its authenticators)',
  'passkeys.user_id': 'passkeys',
  'pending_sign_ins.user_id': '(hashes, for some minutes)',
  'personal_calendars.user_id': 'calendarAddress',
  'push_subscriptions.user_id': '(secret addresses of the browsers of its sessions)',
  'recovery_codes.user_id': 'secondFactor',
  'reminders.user_id': 'reminders',
  'report_cases.author_id': '(words of others; its notifications say what was decided)',
  'report_cases.decided_by': '(work of the administration)',
  'reports.reporter_id': 'reports',
  'saved_searches.user_id': 'savedSearches',
  'second_factor_resets.user_id': 'secondFactor',
  'sessions.user_id': 'sessions',
  'team_invitations.inviter_id': '(sent within the last week: the address is another person’s)',
  'team_members.user_id': 'organizedActivities',
  'totp_factors.user_id': 'secondFactor',
  'unconfirmed_mails.account_id': '(the number of e-mails that it caused within a day)',
  'unsubscribe_links.user_id': '(hashes of the links in its e-mails)',
  'webhooks.created_by': '(addresses of the collective, which its owners see)',
};

it('GET /auth/profile returns the account and the counts of what a deletion deletes', async () => {
  const { user, headers } = await userWithData();
  const profile = (await get('profile', headers)).json();
  expect(profile).toMatchObject({
    user: { _id: user.id, email: user.email },
    pendingEmail: null,
    activityCount: 2,
    upcomingCount: 1,
    attendanceCount: 2,
  });
});

describe('GET /auth/data', () => {
  it('has what each table stores of an account, or the table is known to have nothing to say', async () => {
    const { rows } = await db.execute<{ name: string }>(
      sql`select conrelid::regclass || '.' || attname as name from pg_constraint
        join pg_attribute on attrelid = conrelid and attnum = any(conkey)
        where contype = 'f' and confrelid = 'users'::regclass`,
    );
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(columnsOfAccounts));
    const data = (await get('data', (await person()).headers)).json();
    const fields = Object.values(columnsOfAccounts).filter(field => !field.startsWith('('));
    expect(Object.keys(data)).toEqual(expect.arrayContaining(fields));
  });

  it('names the file by the day in the time zone of the site', async () => {
    app.setNow(new Date('2026-11-22T02:30:00.000Z'));
    const { headers } = await person();
    expect((await get('data', headers)).headers['content-disposition']).toBe(
      'attachment; filename="minga-mis-datos-2026-11-21.json"',
    );
  });

  // docs/rules.md R19.7
  it('downloads all data of the account and nothing of others', async () => {
    const { user, headers, upcoming, attended, asVisitor, guest } = await userWithData();
    const reply = await get('data', headers);
    expect(reply.headers['content-disposition']).toBe(
      'attachment; filename="minga-mis-datos-2026-11-21.json"',
    );
    const data = reply.json();
    expect(data).toMatchObject({ exportedAt: NOON.toISOString(), account: { email: user.email } });
    expect(data.pendingEmail).toBeNull();
    expect(data.sessions).toHaveLength(1);
    expect(data.activities).toHaveLength(2);
    expect(data.approvedPublications).toEqual([{ _id: upcoming.id, approvedAt: NOON.toISOString() }]);
    expect(data.activities).toContainEqual(
      expect.objectContaining({ _id: upcoming.id, title: upcoming.title }),
    );
    expect(data.attendances.map((row: { _id: string }) => row._id).sort()).toEqual(
      [attended.id, asVisitor.id].sort(),
    );
    expect(data.certificates).toMatchObject([{ name: 'Rosa', hours: 2, activities: [{ hours: 2 }] }]);
    // The second reminder was requested without a session.
    expect(data.reminders).toMatchObject([
      { taskId: attended.activityId, daysBefore: 3 },
      { taskId: asVisitor.activityId, daysBefore: 1 },
    ]);
    expect(data.passkeys).toEqual([
      { _id: expect.any(String), name: 'Chrome en Android', createdAt: NOON.toISOString(), lastUsedAt: null },
    ]);
    expect(data.savedSearches).toMatchObject([
      { words: 'Ambiente · a 20 km', filters: { cerca: '2.44,-76.61' }, mail: 'diario' },
    ]);
    expect(data.sentMessages).toMatchObject([
      { taskId: upcoming.id, title: upcoming.title, subject: 'Llueve', text: 'Traigan capa.' },
    ]);
    expect(data.notifications).toMatchObject([{ title: 'Recordatorio', message: 'Pronto', read: false }]);
    const both = { email: true, live: true };
    expect(data.notificationPreferences).toEqual({
      reminder: both,
      attendance: both,
      moderation: both,
      change: { email: false, live: true },
      follow: both,
      messages: both,
    });
    expect(reply.body).not.toMatch(new RegExp(`Ajena|${guest.email}`));
    expect(reply.body).not.toMatch(/argon2|hash/i);
  });

  it('includes the memories of own activities with the addresses of their pictures', async () => {
    const { headers, upcoming } = await userWithData();
    const memory = { activityId: upcoming.id, text: 'Sembramos 300.', createdAt: NOON, updatedAt: NOON };
    await db.insert(activityMemories).values(memory);
    const picture = await app.platform.images.save(await plainPng(40, 30));
    const shown = { activityId: upcoming.id, position: 0, imageId: picture.id };
    await db.insert(activityMemoryImages).values(shown);
    const url = `/imagenes/${picture.id}/40.webp`;
    const data = (await get('data', headers)).json();
    expect(data.activities).toHaveLength(2);
    expect(data.activities).toContainEqual(
      expect.objectContaining({
        _id: upcoming.id,
        memory: { text: 'Sembramos 300.', images: [{ _id: picture.id, url }] },
      }),
    );
    expect(data.activities).toContainEqual(expect.objectContaining({ memory: null }));
  });

  it('is rate-limited', async () => {
    const { headers } = await signedIn(limited.platform.db);
    const download = () => limited.inject({ url: '/api/auth/data', headers });
    expect([await download(), await download(), await download()].map(reply => reply.statusCode)).toEqual([
      200, 200, 429,
    ]);
  });
});

describe('DELETE /auth/account', () => {
  it('deletes activities with pictures, attendances and reminders, and anonymises own attendances', async () => {
    const { user, headers, upcoming, guest, attended, asVisitor } = await userWithData();
    const picture = await app.platform.images.save(await plainPng(40, 30));
    await app.platform.images.claim(db, picture.id);
    await db.update(activities).set({ imageId: picture.id }).where(eq(activities.id, upcoming.id));
    const mail = { recipient: user.email, subject: 's', html: 'h', text: 't', createdAt: NOON };
    const toOldAddress = { ...mail, recipient: 'antes@example.org', accountId: user.id, sentAt: NOON };
    await db.insert(mails).values([{ ...mail, sentAt: NOON }, mail, toOldAddress]);

    const form = { username: 'Rosa', email: user.email, phone: '3001234567', password };
    await app.inject({ method: 'POST', url: '/api/auth/register', payload: form });
    expect(await db.$count(registrations, eq(registrations.email, user.email))).toBe(1);

    const reply = await remove(headers);
    expect(reply.statusCode).toBe(204);
    expect(await db.$count(registrations, eq(registrations.email, user.email))).toBe(0);
    expect(reply.cookies[0]).toMatchObject({ name: 'minga_session', value: '' });
    expect((await get('verify', headers)).json()).toBeNull();
    expect(await db.$count(users, eq(users.id, user.id))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(0);
    expect(await db.$count(activities, eq(activities.ownerId, user.id))).toBe(0);
    expect(await db.$count(attendances, eq(attendances.id, guest.id))).toBe(0);
    expect(await db.$count(reminders, eq(reminders.userId, user.id))).toBe(0);
    expect(await db.select().from(images).where(eq(images.id, picture.id))).toMatchObject([
      { isUsed: false },
    ]);
    expect(await db.$count(mails, eq(mails.accountId, user.id))).toBe(0);
    expect(await db.select().from(mails).where(eq(mails.recipient, user.email))).toMatchObject([
      { sentAt: null },
    ]);
    expect(await db.$count(certificates, eq(certificates.attendanceId, attended.id))).toBe(0);
    for (const { id } of [attended, asVisitor]) {
      const [row] = await db.select().from(attendances).where(eq(attendances.id, id));
      expect(row).toMatchObject({ name: null, email: null, userId: null, proofHash: null });
    }
  });

  it('deletes reminders, notifications, preferences and pending announcements', async () => {
    const { user, headers, attended, asVisitor, upcoming, guest } = await userWithData();
    const { id: userId, email } = user;
    const token = { tokenHash: Buffer.from(userId), userId, kind: 'change', createdAt: NOON } as const;
    await db.insert(unsubscribeLinks).values(token);
    const facts = { title: 'T', oldDate: NOON, oldPlace: '', date: NOON, place: '', createdAt: NOON };
    const change = { id: asVisitor.id, type: 'change', activityId: asVisitor.activityId, ...facts } as const;
    await db.insert(announcements).values(change);
    await db.insert(announcementRecipients).values([
      { announcementId: change.id, name: 'Rosa', email, userId },
      { announcementId: change.id, name: 'Luz', email: 'otra@example.org', userId: null },
    ]);
    const confirmation = { name: 'Rosa', isConfirmed: true, createdAt: NOON };
    const { activityId, id: attendanceId } = attended;
    await db.insert(attendanceChanges).values({ ...confirmation, activityId, attendanceId });
    const item = rejectionItem(upcoming, { reason: 'No', wasPublic: false, dates: 1 }, app.platform);
    await db.insert(digestItems).values({ userId, type: 'rejection', item, createdAt: NOON });
    await db.insert(mailDigests).values({ userId, type: 'rejection', mailedAt: NOON });
    expect((await remove(headers)).statusCode).toBe(204);
    expect(await db.$count(reminders, eq(reminders.attendanceId, asVisitor.id))).toBe(0);
    for (const table of [
      ...[notifications, notificationPreferences, unsubscribeLinks, savedSearches],
      ...[digestItems, mailDigests],
    ]) {
      expect(await db.$count(table, eq(table.userId, userId))).toBe(0);
    }
    expect(await db.$count(attendanceChanges, eq(attendanceChanges.attendanceId, attendanceId))).toBe(0);
    const pending = await db
      .select()
      .from(announcementRecipients)
      .where(eq(announcementRecipients.announcementId, change.id));
    expect(pending.map(row => row.email)).toEqual(['otra@example.org']);
    // The attendees of the account's activity are notified of the deletion.
    const guests = await db
      .select({ email: announcementRecipients.email, type: announcements.type })
      .from(announcementRecipients)
      .innerJoin(announcements, eq(announcements.id, announcementRecipients.announcementId))
      .where(eq(announcements.activityId, upcoming.id));
    expect(guests).toEqual([{ email: guest.email, type: 'deletion' }]);
  });

  it.each([
    [{ password: 'no-es-esta', confirmation: 'ELIMINAR' }, 403, 'La contraseña actual no es correcta'],
    [{ password, confirmation: 'eliminar' }, 400, 'Escribe ELIMINAR para confirmar'],
    [{ password }, 400, 'Escribe ELIMINAR para confirmar'],
    [{ confirmation: 'ELIMINAR' }, 400, 'Escribe tu contraseña actual'],
  ])('rejects %j and changes nothing', async (payload, status, message) => {
    const { user, headers } = await userWithData();
    const error = errorOf(await remove(headers, payload));
    expect([error.status, [error.message].flat()]).toEqual([status, [message]]);
    expect(await db.$count(users, eq(users.id, user.id))).toBe(1);
    expect(await db.$count(attendances, eq(attendances.email, user.email))).toBe(2);
  });

  it('rejects the last superadmin, also of two concurrent requests', async () => {
    const first = await person({ role: 'superadmin' });
    const second = await person({ role: 'superadmin' });
    const replies = await Promise.all([remove(first.headers), remove(second.headers)]);
    expect(replies.map(reply => reply.statusCode).sort()).toEqual([204, 409]);
    const rejected = replies.find(reply => reply.statusCode === 409);
    expect(rejected?.json()).toEqual({
      message: 'Eres la única persona con superadministración: nombra a otra antes de eliminar tu cuenta.',
      code: 'CONFLICT',
    });
    expect(await db.$count(users, eq(users.role, 'superadmin'))).toBe(1);
  });
});

import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { anActivity, anAttendance, aReminder, signedIn } from '../../../test/factories.ts';
import { mails } from '../../platform/mail/schema.ts';
import { printedOf } from '../certificates/rules.ts';
import { certificates } from '../certificates/schema.ts';
import { sweepNotifications } from '../notifications/jobs.ts';

const app = await testApp();
const { db } = app.platform;
const password = 'maíz-y-café';
const NAME = 'Zulmita Quilindo';
let accounts = 0;
const TRACES = /zulmita|quilindo|zarzamora/i;

/** Every text of every table that matches, with its table, jobs and extensions' tables included. */
async function traces(): Promise<string[]> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss', 'drizzle')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select t::text as text from ${sql.raw(name)} t where t::text ~* ${TRACES.source}`,
    );
    found.push(...rows.map(({ text }) => `${name}: ${text}`));
  }
  return found;
}

/** An account that has left its name, address and words in every place where an account can. */
async function wellKnown() {
  const EMAIL = `zulmita.quilindo${++accounts}@example.org`;
  const admin = await signedIn(db, { role: 'admin' });
  const organiser = await signedIn(db);
  const values = { username: NAME, email: EMAIL, passwordHash: await cheapHash(password) };
  const { user, headers } = await signedIn(db, values);
  const call = (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, caller = headers) =>
    app.inject({ method, url: `/api/${url}`, headers: caller, ...(payload && { payload }) });
  const own = await anActivity(db, { ownerId: user.id, title: 'Cosecha de zarzamora', responsible: [NAME] });
  const other = await anActivity(db, { ownerId: organiser.user.id });
  await call('POST', 'attendances/confirm', { taskId: other.id, name: NAME, email: EMAIL });
  await call('DELETE', `attendances/cancel/${other.id}`, { email: EMAIL });
  await call('POST', 'attendances/confirm', { taskId: other.id, name: NAME, email: EMAIL });
  await certified(user, EMAIL);
  await aReminder(db, { activityId: other.id, userId: user.id });
  await call(
    'PATCH',
    `admin-panel/activities/${own.id}/reject`,
    { reason: `${NAME} vende zarzamora` },
    admin.headers,
  );
  await call('POST', 'auth/password-reset', { email: EMAIL });
  await call('POST', 'auth/register', { username: NAME, email: EMAIL, phone: '3001234567', password });
  await call('POST', 'attendances/personal-link', { email: EMAIL });
  await db.update(mails).set({ sentAt: NOON });
  return { call, user, email: EMAIL };
}

/** Both kinds of certificates. */
async function certified(user: { id: string }, email: string): Promise<void> {
  const helped = { userId: user.id, email, name: NAME, checkedInAt: NOON, hours: 2 };
  const { id, activityId } = await anAttendance(db, helped);
  const row = {
    id: activityId,
    title: 'Siembra',
    date: NOON,
    endDate: null,
    place: '',
    collective: null,
    hours: 2,
  };
  const printed = printedOf(NAME, [row]);
  await db.insert(certificates).values([
    { number: `A-${id}`, attendanceId: id, printed, issuedAt: NOON },
    { number: `B-${id}`, userId: user.id, printed, issuedAt: NOON, revokedAt: NOON },
  ]);
}

it('after the deletion of an account no table has its name, address or words, jobs and audit log included', async () => {
  const { call } = await wellKnown();
  expect((await traces()).length).toBeGreaterThan(8);
  const reply = await call('DELETE', 'auth/account', { password, confirmation: 'ELIMINAR' });
  expect(reply.statusCode).toBe(204);
  await sweepNotifications(app.platform);
  expect(await traces()).toEqual([]);
});

it('also if the account changed its address after it confirmed', async () => {
  const { call, user, email } = await wellKnown();
  const admin = await signedIn(db, { role: 'admin' });
  const payload = { username: NAME, email: `nueva.${email}`, phone: '3001234567' };
  const changed = await app.inject({
    method: 'PUT',
    url: `/api/admin-panel/users/${user.id}`,
    headers: admin.headers,
    payload,
  });
  expect(changed.statusCode).toBe(200);
  await db.update(mails).set({ sentAt: NOON });
  expect((await call('DELETE', `admin-panel/users/${user.id}`, undefined, admin.headers)).statusCode).toBe(
    204,
  );
  // What a sign-up with the address before left is its own.
  const bells = (await traces()).filter(trace => /^public\.notifications/.test(trace));
  expect(bells).toEqual([]);
});

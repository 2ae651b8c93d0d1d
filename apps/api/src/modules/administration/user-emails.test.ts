import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { mails } from '../../platform/mail/schema.ts';

const app = await testApp();
const { db, publicUrl } = app.platform;

const { headers } = await signedIn(db, { role: 'admin' });
const call = (method: 'PATCH' | 'DELETE', path: string, payload?: object) =>
  app.inject({ method, url: `/api/admin-panel/users/${path}`, headers, ...(payload && { payload }) });
const setActive = (id: string, isActive: boolean) => call('PATCH', `${id}/status`, { isActive });
const MISTAKE = 'Si crees que es un error';

it('a deactivated account gets one e-mail with the contact', async () => {
  const { id, username, email } = await aUser(db);
  for (let time = 0; time < 2; time++) expect((await setActive(id, false)).statusCode).toBe(200);
  const [mail, ...others] = await emailsTo(db, email);
  expect([mail, others]).toMatchObject([
    { subject: 'Tu cuenta de Minga está desactivada', accountId: id, sentAt: null },
    [],
  ]);
  expect(mail?.text).toContain(`Hola, ${username}. Quien administra Minga desactivó tu cuenta`);
  expect(mail?.text).toContain('tus actividades y tus asistencias siguen como estaban');
  expect(mail?.text).toMatch(new RegExp(`${MISTAKE}.*responde a este mensaje`));
  expect(mail?.text).not.toContain('token=');
});

it('a reactivated account gets one e-mail with the sign-in link', async () => {
  const { id, username, email } = await aUser(db, { isActive: false });
  for (let time = 0; time < 2; time++) expect((await setActive(id, true)).statusCode).toBe(200);
  const [mail, ...others] = await emailsTo(db, email);
  expect([mail, others]).toMatchObject([
    { subject: 'Tu cuenta de Minga vuelve a estar activa', accountId: id, sentAt: null },
    [],
  ]);
  expect(mail?.text).toContain(`Hola, ${username}. Quien administra Minga activó tu cuenta de nuevo`);
  expect(mail?.text).toContain(`${publicUrl}/login`);
  expect(mail?.text).not.toContain('token=');
});

it('a deleted account gets one e-mail, and its other e-mails are deleted', async () => {
  const user = await aUser(db, { username: 'Yamile Chocué' });
  const { id, email } = user;
  await anActivity(db, { ownerId: id });
  await anAttendance(db, { userId: id, email });
  const earlier = { subject: 's', html: 'h', text: 't', createdAt: NOON, sentAt: NOON };
  await db.insert(mails).values([
    { ...earlier, recipient: email },
    { ...earlier, recipient: 'antes@example.org', accountId: id },
  ]);
  expect((await call('DELETE', id)).statusCode).toBe(204);
  const [mail, ...others] = await emailsTo(db, email);
  expect([mail, others]).toMatchObject([
    { subject: 'Tu cuenta de Minga fue eliminada', accountId: null, sentAt: null },
    [],
  ]);
  expect(mail?.text).toContain('Las actividades que publicaste se eliminaron');
  expect(mail?.text).toContain('quedas como «Usuario eliminado», sin tu nombre ni tu correo');
  expect(mail?.text).toMatch(new RegExp(`${MISTAKE}.*responde a este mensaje`));
  expect(`${mail?.subject}${mail?.html}${mail?.text}`).not.toMatch(/Yamile|token=/);
  expect(await db.$count(mails, eq(mails.accountId, id))).toBe(0);
});

it('a failed change sends no e-mail', async () => {
  const people = [await aUser(db), await aUser(db, { isActive: false }), await aUser(db)] as const;
  // The statement after the e-mail fails.
  await db.execute('alter table audit_log add constraint none check (false) not valid');
  const replies = [
    await setActive(people[0].id, false),
    await setActive(people[1].id, true),
    await call('DELETE', people[2].id),
  ];
  await db.execute('alter table audit_log drop constraint none');
  expect(replies.map(reply => reply.statusCode)).toEqual([500, 500, 500]);
  for (const { email } of people) expect(await emailsTo(db, email)).toEqual([]);
});

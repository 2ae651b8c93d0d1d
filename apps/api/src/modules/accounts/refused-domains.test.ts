import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { emailsTo, emailsWritten } from '../../../test/sent-emails.ts';
import { setTrust } from '../../../test/trust.ts';
import { registrations, users } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
await app.startJobs();
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
const [REFUSED, ACCEPTED] = ['rosa@correo.desechable.example', 'rosa@nodesechable.example'];

const post = async (path: string, payload: object, headers: Record<string, string> = {}) => {
  const reply = await app.inject({ method: 'POST', url: `/api/auth/${path}`, headers, payload });
  await emailsWritten(db);
  return [reply.statusCode, reply.json()];
};
const form = (email: string) => ({ username: 'Rosa Elvira', email, phone: '3001234567', password });
const subjectsTo = async (email: string) => (await emailsTo(db, email)).map(({ subject }) => subject);

beforeEach(() => setTrust(db, { refusedMailDomains: ['desechable.example'] }));

it('a sign-up is answered like any other; no e-mail goes out, so that it cannot be verified', async () => {
  expect(await post('register', form(REFUSED))).toEqual(await post('register', form(ACCEPTED)));
  for (const path of ['resend-verification', 'password-reset'])
    expect(await post(path, { email: REFUSED })).toEqual(await post(path, { email: ACCEPTED }));
  expect(await post('login', { email: REFUSED, password })).toEqual(
    await post('login', { email: ACCEPTED, password }),
  );
  expect([await subjectsTo(REFUSED), (await subjectsTo(ACCEPTED)).length]).toEqual([[], 3]);
  const [row] = await db.select().from(registrations).where(eq(registrations.email, REFUSED));
  expect(row).toMatchObject({ tokenHash: null, linkExpiresAt: null });
});

it('existing accounts go on', async () => {
  const user = await aUser(db, { email: 'ana@desechable.example', passwordHash });
  expect(await post('login', { email: user.email, password })).toMatchObject([200, { email: user.email }]);
  const before = await subjectsTo(user.email);
  await post('password-reset', { email: user.email });
  expect(await subjectsTo(user.email)).toHaveLength(before.length + 1);
});

it('a change of e-mail is answered like any other, and no link goes out', async () => {
  const { user, headers } = await signedIn(db, { passwordHash });
  const refused = 'otra@desechable.example';
  const change = (email: string) => post('email-change', { email, password }, headers);
  expect(await change(refused)).toEqual(await change('otra@example.net'));
  expect([await subjectsTo(refused), (await subjectsTo('otra@example.net')).length]).toEqual([[], 1]);
  const [row] = await db.select().from(users).where(eq(users.id, user.id));
  expect(row?.email).toBe(user.email);
});

it('a domain that is accepted again gets the link when it is asked for', async () => {
  const email = 'luz@desechable.example';
  await post('register', form(email));
  await setTrust(db);
  await post('resend-verification', { email });
  expect(await subjectsTo(email)).toHaveLength(1);
});

import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { cheapHash } from '../../../test/cheap-hash.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsWritten, mailedToken } from '../../../test/sent-emails.ts';
import { users } from '../accounts/schema.ts';

const app = await testApp();
const { db } = app.platform;
await app.startJobs();
const password = 'maíz-y-café';
const passwordHash = await cheapHash(password);
const TOO_SHORT = 'La contraseña debe tener al menos 10 caracteres';
const COMMON = 'Esa contraseña es de las más usadas. Elige otra.';

type Headers = Record<string, string>;
const call = (method: 'POST' | 'PUT', path: string, headers: Headers, payload: object) =>
  app.inject({ method, url: `/api${path}`, headers, payload });
const isUnchanged = async (id: string) =>
  (await db.$count(users, eq(users.id, id))) === 1 &&
  (await db.select().from(users).where(eq(users.id, id)))[0]?.passwordHash === passwordHash;

async function resetOf(email: string, newPassword: string) {
  await call('POST', '/auth/password-reset', {}, { email });
  await emailsWritten(db);
  const token = await mailedToken(db, email, 'reset');
  return (given = newPassword) => call('POST', '/auth/reset-password', {}, { token, newPassword: given });
}

// A former admin may get the role again, with the password of today.
const administering = [
  ['an admin', { role: 'admin' }],
  ['a superadmin', { role: 'superadmin' }],
  ['a former admin', { role: 'user', formerAdmin: true }],
] as const;
const weak = [
  ['maíz123', TOO_SHORT],
  ['1234567890', COMMON],
] as const;

it.each(administering.flatMap(([name, values]) => weak.map(bad => [name, values, ...bad] as const)))(
  '%s (%j) cannot set %s',
  async (_name, values, newPassword, message) => {
    const { user, headers } = await signedIn(db, { passwordHash, ...values });
    const rejected = { status: 400, code: 'VALIDATION', message: [message] };
    const change = { currentPassword: password, newPassword };
    expect(errorOf(await call('POST', '/auth/change-password', headers, change))).toEqual(rejected);
    const reset = await resetOf(user.email, newPassword);
    expect(errorOf(await reset())).toEqual(rejected);
    expect(await isUnchanged(user.id)).toBe(true);
    // The link is still valid.
    expect((await reset('quinua-y-papa')).statusCode).toBe(200);
  },
);

it('a member may, as the specification says', async () => {
  const { user, headers } = await signedIn(db, { passwordHash });
  const change = { currentPassword: password, newPassword: '123456' };
  expect((await call('POST', '/auth/change-password', headers, change)).statusCode).toBe(200);
  const reset = await resetOf(user.email, '1234567890');
  expect((await reset()).statusCode).toBe(200);
});

it.each(weak)('a superadmin cannot give %s to an admin', async (newPassword, message) => {
  const { headers } = await signedIn(db, { role: 'superadmin' });
  const { id, username, email } = await aUser(db, { role: 'admin', passwordHash });
  const edit = { username, email, password: newPassword };
  expect(errorOf(await call('PUT', `/admin/${id}`, headers, edit))).toEqual({
    status: 400,
    code: 'VALIDATION',
    message: [message],
  });
  expect(await isUnchanged(id)).toBe(true);
});

import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { mails } from '../../platform/mail/schema.ts';
import { LOCAL_EMAIL } from '../accounts/rules.ts';
import { sites } from '../site/schema.ts';

const app = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;
const local = await signedIn(db, { role: 'superadmin', email: LOCAL_EMAIL });
const read = async (account = local) => (await app.get('/api/admin/setup', account.headers)).json();
const doneOf = async (account = local) =>
  (await read(account)).steps
    .filter(({ isDone }: { isDone: boolean }) => isDone)
    .map(({ step }: { step: string }) => step);
const send = (account = local) => app.post('/api/admin/mail/test', undefined, account.headers);

beforeEach(async () => {
  await db.delete(mails);
  await db.delete(sites);
  await app.platform.site.refresh();
});

it('nothing is done on a new site, and each step as soon as it is', async () => {
  expect(await doneOf()).toEqual([]);
  await app.put('/api/admin/site', { name: 'Ayni' }, local.headers);
  await app.put('/api/admin/legal/privacy', { text: null }, local.headers);
  expect(await doneOf()).toEqual(['identity', 'legal']);
  await app.put('/api/admin/legal/privacy', { text: 'Cuidamos tus datos.' }, local.headers);
  await signedIn(db, { role: 'admin' });
  expect(await doneOf()).toEqual(['identity', 'legal', 'administrator']);
  const own = await signedIn(db, { role: 'superadmin' });
  expect(await doneOf(own)).toContain('account');
});

it('a test e-mail goes to the own address, and its result is told', async () => {
  expect((await read()).testMail).toBeNull();
  const reply = await send();
  expect([reply.statusCode, reply.json()]).toEqual([202, { sentTo: LOCAL_EMAIL }]);
  expect((await emailsTo(db, LOCAL_EMAIL)).map(({ subject }) => subject)).toEqual([
    'Los correos de Minga llegan',
  ]);
  expect((await read()).testMail).toMatchObject({ sentAt: null, failure: null });
  await db.update(mails).set({ failure: 'EAUTH 535' });
  expect((await read()).testMail).toMatchObject({ sentAt: null, failure: 'EAUTH 535' });
  expect(await doneOf()).not.toContain('mail');
  await db.update(mails).set({ sentAt: new Date(), failure: null });
  expect(await doneOf()).toContain('mail');
});

it('sends five an hour', async () => {
  const other = await signedIn(db, { role: 'superadmin' });
  for (let sent = 0; sent < 5; sent += 1) expect((await send(other)).statusCode).toBe(202);
  expect(errorOf(await send(other))).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
});

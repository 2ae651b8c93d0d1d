import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { contractCalls } from '../../../test/contract-calls.ts';
import { aDeadLetter } from '../../../test/dead-letters.ts';
import { deactivate, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { auditLog } from '../administration/schema.ts';

const app = await testApp();
const { platform } = app;
const { db } = platform;

/** Every call that is for both who administer: what is added to the contract is tried here. */
const calls = contractCalls.filter(([, { access }]) => access === 'administration');
const off = await signedIn(db, { role: 'admin' });
await deactivate(db, off.user.id);
const dead = await aDeadLetter(platform);

const refused = {
  anonymous: {},
  'deactivated admin': off.headers,
  user: (await signedIn(db)).headers,
  'former admin': (await signedIn(db, { formerAdmin: true })).headers,
};
const ended = ['anonymous', 'deactivated admin'];

it('there are such calls', () => {
  expect(calls.map(([name]) => name).sort()).toEqual([
    'getSystemStatus',
    'retryDeadLetter',
    'retryDeadLetters',
  ]);
});

describe.each(calls)('%s', (_, { method, path }) => {
  const send = (headers: Record<string, string>, id = dead) =>
    app.inject({ method, url: `/api${path.replace(':id', id)}`, headers });

  it.each(Object.entries(refused))('is refused to: %s', async (who, headers) => {
    const reply = await send(headers);
    expect(errorOf(reply)).toEqual(
      ended.includes(who)
        ? { status: 401, code: 'UNAUTHENTICATED', message: 'No autorizado. Inicia sesión nuevamente.' }
        : { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' },
    );
    expect((await platform.jobs.deadLetters(db, 10)).newest.map(({ id }) => id)).toContain(dead);
    expect(await db.$count(auditLog)).toBe(0);
  });

  it('is refused before what was sent is looked at', async () => {
    expect((await send(refused.user, 'x')).statusCode).toBe(403);
    expect((await send({}, 'x')).statusCode).toBe(401);
  });

  it('is refused from a foreign page', async () => {
    if (method === 'GET') return;
    const { headers } = await signedIn(db, { role: 'admin' });
    const reply = await send({ ...headers, origin: 'https://otra.example.org' });
    expect(errorOf(reply)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
  });
});

describe.each(['admin', 'superadmin'] as const)('to: %s', role => {
  it('all are open', async () => {
    const { headers } = await signedIn(db, { role });
    for (const [, { method, path }] of calls) {
      const unknown = '01930000-0000-7000-8000-00000000000a';
      const url = `/api${path.replace(':id', unknown)}`;
      expect((await app.inject({ method, url, headers })).statusCode).toBe(200);
    }
    const wrong = await app.inject({ method: 'POST', url: '/api/system/dead-letters/x/retry', headers });
    expect(errorOf(wrong)).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});

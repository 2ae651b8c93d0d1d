import { describe, expect, it } from 'vitest';
import { contractCalls } from '../../../../../packages/contract/src/contract-calls.ts';
import { testApp } from '../../../test/app.ts';
import { aDeadLetter } from '../../../test/dead-letters.ts';
import { deactivate, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { auditLog } from '../administration/schema.ts';

const app = await testApp();
const { platform } = app;
const { db } = platform;

/** All calls for administrators and superadmins, including those that will be added to the contract. */
const calls = contractCalls.filter(([, { access }]) => access === 'administration');
const deactivated = await signedIn(db, { role: 'admin' });
await deactivate(db, deactivated.user.id);
const deadLetterId = await aDeadLetter(platform);

const UNKNOWN = '01930000-0000-7000-8000-00000000000a';
const urlOf = (path: string, id: string) => `/api${path.replace(':type', 'activity').replace(':id', id)}`;
const bodies: Record<string, object> = { decideHeld: { decision: 'approve' } };

const rejectedCallers = {
  anonymous: {},
  'deactivated admin': deactivated.headers,
  user: (await signedIn(db)).headers,
  'former admin': (await signedIn(db, { formerAdmin: true })).headers,
};
const withoutSession = ['anonymous', 'deactivated admin'];

it('covers all calls of the contract', () => {
  expect(calls.map(([name]) => name).sort()).toEqual([
    'decideHeld',
    'discardLetter',
    'discardLetters',
    'downloadImpact',
    'getSystemStatus',
    'getToday',
    'listHeld',
    'retryDeadLetter',
    'retryDeadLetters',
    'retryLetter',
    'undoHeld',
  ]);
});

describe.each(calls)('%s', (name, { method, path }) => {
  const payload = bodies[name];
  const send = (headers: Record<string, string>, id = deadLetterId) =>
    app.inject({ method, url: urlOf(path, id), headers, ...(payload && { payload }) });

  it.each(Object.entries(rejectedCallers))('rejects: %s', async (caller, headers) => {
    const reply = await send(headers);
    expect(errorOf(reply)).toEqual(
      withoutSession.includes(caller)
        ? { status: 401, code: 'UNAUTHENTICATED', message: 'No autorizado. Inicia sesión nuevamente.' }
        : { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' },
    );
    expect((await platform.jobs.deadLetters(db, 10)).newest.map(({ id }) => id)).toContain(deadLetterId);
    expect(await db.$count(auditLog)).toBe(0);
  });

  it('rejects before it validates the parameters', async () => {
    expect((await send(rejectedCallers.user, 'x')).statusCode).toBe(403);
    expect((await send({}, 'x')).statusCode).toBe(401);
  });
});

it.each(calls.filter(([, { method }]) => method !== 'GET'))(
  '%s rejects cross-site requests',
  async (_, { method, path }) => {
    const { headers } = await signedIn(db, { role: 'admin' });
    const reply = await app.inject({
      method,
      url: urlOf(path, deadLetterId),
      headers: { ...headers, origin: 'https://otra.example.org' },
    });
    expect(errorOf(reply)).toMatchObject({ status: 403, code: 'FOREIGN_ORIGIN' });
  },
);

describe.each(['admin', 'superadmin'] as const)('a session of role %s', role => {
  it('may make all calls', async () => {
    const { headers } = await signedIn(db, { role });
    for (const [name, { method, path }] of calls) {
      const payload = bodies[name];
      const url = urlOf(path, UNKNOWN);
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
      expect(reply.statusCode).toBe(path.includes(':type') ? 404 : 200);
    }
    const invalid = await app.inject({ method: 'POST', url: '/api/system/dead-letters/x/retry', headers });
    expect(errorOf(invalid)).toMatchObject({ status: 400, code: 'VALIDATION' });
  });
});

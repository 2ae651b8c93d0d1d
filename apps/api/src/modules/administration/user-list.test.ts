import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aUser, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';

const app = await testApp();
const { db } = app.platform;
const DAY = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(NOON.getTime() - days * DAY);

const people = [
  { username: 'Rosa Núñez', email: 'rosa@example.org', createdAt: daysAgo(1) },
  { username: 'ANDRÉS Peña', email: 'andres_p@example.org', createdAt: daysAgo(2), isActive: false },
  { username: 'Luz 100% mía', email: 'luz@otra.example', createdAt: daysAgo(3), role: 'admin' },
  { username: 'Íngrid O’Brien', email: 'andresxp@example.org', createdAt: daysAgo(3) },
  {
    username: 'Mar\\Sol',
    email: 'marsol@example.org',
    createdAt: daysAgo(90),
    role: 'admin',
    isActive: false,
  },
] as const;
for (const person of people) await aUser(db, person);
await aUser(db, { username: 'Rosa Suprema', role: 'superadmin', createdAt: NOON });
const { headers } = await signedIn(db, { username: 'Quien Mira', role: 'admin', createdAt: daysAgo(100) });

const list = async (query: Record<string, string> = {}) => {
  const reply = await app.inject({ url: '/api/admin-panel/users', query, headers });
  expect(reply.statusCode).toBe(200);
  const names = reply.json().map(({ username }: { username: string }) => username);
  return [names, Number(reply.headers['x-total-count'])];
};
const [rosa, andres, luz, ingrid, mar] = people.map(({ username }) => username);

describe('GET /admin-panel/users', () => {
  it('lists the newest first, without superadmins, in pages', async () => {
    // Of two created at the same time the later one.
    const all = [rosa, andres, ingrid, luz, mar, 'Quien Mira'];
    expect(await list()).toEqual([all, 6]);
    expect(await list({ limit: '2', offset: '1' })).toEqual([[andres, ingrid], 6]);
    expect(await list({ limit: '2', offset: '4' })).toEqual([[mar, 'Quien Mira'], 6]);
    expect(await list({ offset: '60' })).toEqual([[], 6]);
    expect(await list({ role: '', status: '', search: ' ' })).toEqual([all, 6]);
  });

  it('returns only the fields for administration', async () => {
    const reply = await app.inject({ url: '/api/admin-panel/users?limit=1', headers });
    expect(reply.json()).toEqual([
      {
        ...{ _id: expect.any(String), username: rosa, email: 'rosa@example.org', phone: '3001234567' },
        ...{ role: 'user', isActive: true, createdAt: daysAgo(1).toISOString() },
      },
    ]);
  });

  it.each([
    [{ role: 'user' }, [rosa, andres, ingrid]],
    [{ role: 'admin' }, [luz, mar, 'Quien Mira']],
    [{ status: 'active' }, [rosa, ingrid, luz, 'Quien Mira']],
    [{ status: 'inactive' }, [andres, mar]],
    [{ role: 'admin', status: 'inactive' }, [mar]],
    [{ role: 'user', search: 'rosa' }, [rosa]],
    [{ search: 'nunez' }, [rosa]],
    [{ search: 'NÚÑEZ' }, [rosa]],
    [{ search: 'andres' }, [andres, ingrid]],
    [{ search: 'peña andrés' }, [andres]],
    [{ search: 'ANDRES_P@EXAMPLE.ORG' }, [andres]],
    [{ search: 'andres_p' }, [andres]],
    [{ search: '%' }, [luz]],
    [{ search: '100%' }, [luz]],
    [{ search: '_' }, [andres]],
    [{ search: '\\' }, [mar]],
    [{ search: 'r\\s' }, [mar]],
    [{ search: "o'b" }, [ingrid]],
    [{ search: 'otra.example' }, [luz]],
    [{ search: "' or 1=1 --" }, []],
    [{ search: 'suprema' }, []],
    [{ search: '3001234567' }, []],
  ])('%j', async (query, names) => {
    expect(await list(query)).toEqual([names, names.length]);
  });

  it.each([
    [{ role: 'superadmin' }, 'El rol debe ser «user» o «admin»'],
    [{ status: 'x' }, 'El estado debe ser «active» o «inactive»'],
    [{ limit: '0x10' }, 'El límite debe ser un número entero entre 1 y 500'],
    [{ limit: '0' }, 'El límite debe ser un número entero entre 1 y 500'],
    [{ search: 'x'.repeat(201) }, 'La búsqueda es demasiado larga'],
  ])('rejects %j', async (query, message) => {
    const reply = await app.inject({ url: '/api/admin-panel/users', query, headers });
    expect(errorOf(reply)).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
  });
});

it('GET /admin-panel/users/stats counts accounts and sign-ups by week', async () => {
  // Sunday night and Monday morning in Popayán (UTC−5).
  await aUser(db, { username: 'Domingo', createdAt: new Date('2026-11-16T04:59:59.999Z') });
  await aUser(db, { username: 'Lunes', createdAt: new Date('2026-11-16T05:00:00.000Z'), isActive: false });
  await aUser(db, { username: 'La primera', createdAt: new Date('2026-08-31T05:00:00.000Z') });
  await aUser(db, { username: 'Antes', createdAt: new Date('2026-08-31T04:59:59.999Z') });
  const reply = await app.inject({ url: '/api/admin-panel/users/stats', headers });
  const { registrationsByWeek: weeks, ...counts } = reply.json();
  expect(counts).toEqual({ totalUsers: 10, activeUsers: 7, inactiveUsers: 3, regularUsers: 7, admins: 3 });
  expect(weeks).toHaveLength(12);
  expect(weeks[0]).toEqual({ week: '2026-08-31', count: 1 });
  expect(weeks.slice(-2)).toEqual([
    { week: '2026-11-09', count: 1 },
    { week: '2026-11-16', count: 5 },
  ]);
  expect(weeks.slice(1, -2).every(({ count }: { count: number }) => count === 0)).toBe(true);
});

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { listForModeration } from '../activities/moderation/repository.ts';
import { activities } from '../activities/schema.ts';

const app = await testApp();
const { db } = app.platform;
const { headers } = await signedIn(db, { role: 'admin' });
const DAY_MS = 86_400_000;
const at = (days: number) => new Date(NOON.getTime() + days * DAY_MS);

const owner = await aUser(db, { username: 'Yamile', email: 'yamile@example.org' });
const promotion = { promotionStart: at(-1), promotionEnd: at(6) };
const made = [
  { title: 'Limpieza del río Cauca', place: 'Humilladero', createdAt: at(-5) },
  { title: 'Siembra', status: 'approved', createdAt: at(-4), ...promotion },
  { title: 'Olla', status: 'rejected', rejectionReason: 'Falta el lugar', createdAt: at(-3), ...promotion },
  // Its promotion has ended.
  { title: 'Taller', status: 'approved', createdAt: at(-2), promotionStart: at(-9), promotionEnd: at(-2) },
  // 19:00 of the 6th in Popayán is the 7th in UTC.
  { title: '100% reciclado', createdAt: at(-1), date: new Date('2026-12-07T00:00:00.000Z') },
  // The same time: ordered by creation.
  { title: 'Bazar de ayer', createdAt: at(-1), date: at(-1) },
] as const;
for (const values of made)
  await anActivity(db, { description: '', responsible: [], ownerId: owner.id, ...values });

const list = (query: Record<string, string>) =>
  app.inject({ url: '/api/admin-panel/activities', query, headers });

async function titles(query: Record<string, string> = {}): Promise<[string[], string]> {
  const reply = await list(query);
  expect(reply.statusCode).toBe(200);
  return [reply.json().map(({ title }: { title: string }) => title), String(reply.headers['x-total-count'])];
}

describe('GET /admin-panel/activities', () => {
  it('lists all activities, hidden ones too, the newest first', async () => {
    expect(await titles()).toEqual([
      ['Bazar de ayer', '100% reciclado', 'Taller', 'Olla', 'Siembra', 'Limpieza del río Cauca'],
      '6',
    ]);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ status: 'pending' }, ['Bazar de ayer', '100% reciclado', 'Limpieza del río Cauca']],
    [{ status: 'approved' }, ['Taller', 'Siembra']],
    [{ status: 'rejected' }, ['Olla']],
    [
      { status: '' },
      ['Bazar de ayer', '100% reciclado', 'Taller', 'Olla', 'Siembra', 'Limpieza del río Cauca'],
    ],
    [{ promoted: 'true' }, ['Olla', 'Siembra']],
    [{ promoted: 'false' }, ['Bazar de ayer', '100% reciclado', 'Taller', 'Limpieza del río Cauca']],
    [{ promoted: 'true', status: 'approved' }, ['Siembra']],
    [{ search: 'RIO' }, ['Limpieza del río Cauca']],
    [{ search: 'limpeiza' }, ['Limpieza del río Cauca']],
    [{ search: 'humilladero', status: 'approved' }, []],
    [{ search: '%' }, ['100% reciclado']],
    [{ search: '_' }, []],
    [{ search: '\\' }, []],
    [
      { search: 'de' },
      ['Bazar de ayer', '100% reciclado', 'Taller', 'Olla', 'Siembra', 'Limpieza del río Cauca'],
    ],
    [{ date: '2026-12-06' }, ['100% reciclado']],
    [{ date: '2026-12-07' }, []],
    [{ date: '2026-12-05', promoted: 'false' }, ['Taller', 'Limpieza del río Cauca']],
  ])('filters by %j', async (query, expected) => {
    expect(await titles(query)).toEqual([expected, String(expected.length)]);
  });

  it('returns pages with the total', async () => {
    expect(await titles({ limit: '2', offset: '1' })).toEqual([['100% reciclado', 'Taller'], '6']);
    expect(await titles({ limit: '2', offset: '4' })).toEqual([['Siembra', 'Limpieza del río Cauca'], '6']);
    expect(await titles({ limit: '2', offset: '9' })).toEqual([[], '6']);
    expect(await titles({ limit: '1', status: 'approved' })).toEqual([['Taller'], '2']);
    expect(await titles({ limit: '1', promoted: 'false', search: 'reciclado' })).toEqual([
      ['100% reciclado'],
      '1',
    ]);
  });

  it('returns the same page with few hits and with many', async () => {
    const filter = { status: undefined, isPromoted: false, search: 'de', day: undefined };
    const found = async (few: number) => {
      const { rows, total } = await listForModeration(db, filter, NOON, { limit: 2, offset: 1 }, few);
      return [rows.map(({ activity }) => activity.title), total];
    };
    const page = [['100% reciclado', 'Taller'], 4];
    expect([await found(0), await found(5)]).toEqual([page, page]);
  });

  it('includes the creator’s e-mail and the reason of a rejection', async () => {
    const [activity] = (await list({ status: 'rejected' })).json();
    expect(activity).toMatchObject({
      rejectionReason: 'Falta el lugar',
      isPromoted: true,
      isOwner: false,
      user: { _id: owner.id, username: 'Yamile', email: 'yamile@example.org' },
    });
  });

  it.each([
    [{ status: 'deleted' }, ['El estado debe ser «pending», «approved» o «rejected»']],
    [{ promoted: 'yes' }, ['«promoted» debe ser «true» o «false»']],
    [{ date: 'mañana' }, ['La fecha debe ser como 2026-11-21']],
    [{ date: '2026-02-30' }, ['La fecha debe ser como 2026-11-21']],
    [{ date: '9999-12-31' }, ['La fecha debe ser como 2026-11-21']],
    [{ date: '0000-01-01' }, ['La fecha debe ser como 2026-11-21']],
    [{ search: 'a'.repeat(201) }, ['La búsqueda es demasiado larga']],
    [{ search: 'a\u0000' }, ['El texto contiene caracteres no permitidos']],
    [{ limit: '501' }, ['El límite debe ser un número entero entre 1 y 500']],
  ])('rejects %j', async (query, sentences) => {
    const { status, code, message } = errorOf(await list(query));
    expect([status, code, [message].flat()]).toEqual([400, 'VALIDATION', sentences]);
  });
});

describe('GET /admin-panel/activities/stats', () => {
  it('counts by status, and active promotions', async () => {
    const stats = async () =>
      (await app.inject({ url: '/api/admin-panel/activities/stats', headers })).json();
    expect(await stats()).toEqual({
      totalActivities: 6,
      pendingActivities: 3,
      approvedActivities: 2,
      rejectedActivities: 1,
      promotedActivities: 2,
    });
    await db.delete(activities).where(eq(activities.title, 'Bazar de ayer'));
    expect(await stats()).toMatchObject({ totalActivities: 5, pendingActivities: 2 });
  });
});

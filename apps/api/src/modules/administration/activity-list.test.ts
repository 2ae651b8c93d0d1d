import { SITE_NAME } from '@minga/contract/site-words';
import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, anAttendance, anOccurrence, aUser, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { emailsTo, WHEN } from '../../../test/sent-emails.ts';
import { listForModeration } from '../activities/moderation/repository.ts';
import { activities } from '../activities/schema.ts';
import { notifications } from '../notifications/schema.ts';
import { auditLog } from './schema.ts';

describe('activity list', async () => {
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
    // The promotion of this activity has ended.
    { title: 'Taller', status: 'approved', createdAt: at(-2), promotionStart: at(-9), promotionEnd: at(-2) },
    // This activity begins at 19:00 on the 6th in Popayán, which is the 7th in UTC.
    { title: '100% reciclado', createdAt: at(-1), date: new Date('2026-12-07T00:00:00.000Z') },
    // This activity was created at the same time as the previous one, and is ordered by its id.
    { title: 'Bazar de ayer', createdAt: at(-1), date: at(-1) },
  ] as const;
  for (const values of made)
    await anActivity(db, { description: '', responsible: [], ownerId: owner.id, ...values });

  const list = (query: Record<string, string>) =>
    app.inject({ url: '/api/admin-panel/activities', query, headers });

  async function titles(query: Record<string, string> = {}): Promise<[string[], string]> {
    const reply = await list(query);
    expect(reply.statusCode).toBe(200);
    return [
      reply.json().map(({ title }: { title: string }) => title),
      String(reply.headers['x-total-count']),
    ];
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

    it('finds by the name of the owner, whose words can be begun, or by the whole e-mail', async () => {
      const luz = await aUser(db, { username: 'Luz Ángela Muñoz', email: 'luz.angela@example.com' });
      const { title } = await anActivity(db, { ownerId: luz.id, title: 'Trueque', createdAt: at(-9) });
      for (const search of ['angela', 'mun LUZ', 'Luz.Angela@example.com'])
        expect(await titles({ search })).toEqual([[title], '1']);
      for (const search of ['gela', 'luz yamile', 'luz.angela@example', 'example.com'])
        expect(await titles({ search })).toEqual([[], '0']);
      expect(await titles({ search: 'yamile', status: 'approved' })).toEqual([['Taller', 'Siembra'], '2']);
      await db.delete(activities).where(eq(activities.ownerId, luz.id));
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
});

describe('activity promotion', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const { headers } = await signedIn(db, { role: 'admin' });
  const unknown = '01980000-0000-7000-8000-000000000000';
  const WEEK_MS = 7 * 86_400_000;

  const promote = (id: string, payload: object = { promotion: true }) =>
    app.inject({ method: 'PATCH', url: `/api/admin-panel/activities/${id}/promotion`, headers, payload });
  const rowOf = async (id: string) => (await db.select().from(activities).where(eq(activities.id, id)))[0];
  const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));

  describe('PATCH /admin-panel/activities/{id}/promotion', () => {
    it('lasts a week and can be ended, in any status, and is logged', async () => {
      const activity = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
      const promoted = await promote(activity.id);
      expect(promoted.json()).toMatchObject({
        isPromoted: true,
        status: 'rejected',
        promotion: {
          startDate: NOON.toISOString(),
          endDate: new Date(NOON.getTime() + WEEK_MS).toISOString(),
        },
      });
      const ended = await promote(activity.id, { promotion: false });
      expect(ended.json()).toMatchObject({ isPromoted: false, promotion: null });
      const actions = await actionsOn(activity.id);
      expect(actions.map(({ action }) => action).sort()).toEqual(['activity.promote', 'activity.unpromote']);
      expect(await rowOf(activity.id)).toEqual(activity);
    });

    it.each([{}, { promotion: 'yes' }, { isPromoted: true }])('rejects %j', async body => {
      const activity = await anActivity(db);
      const { status, code, message } = errorOf(await promote(activity.id, body));
      expect([status, code, [message].flat()]).toEqual([
        400,
        'VALIDATION',
        ['Di si la actividad se promociona o no'],
      ]);
      expect(await actionsOn(activity.id)).toEqual([]);
    });

    it('rejects unknown ids, without a log entry', async () => {
      const expected = { status: 404, code: 'NOT_FOUND', message: 'Actividad no encontrada' };
      expect(errorOf(await promote(unknown))).toEqual(expected);
      expect(errorOf(await promote('uno'))).toMatchObject({ status: 400, code: 'VALIDATION' });
      expect(await actionsOn(unknown)).toEqual([]);
    });
  });
});

describe('bulk', async () => {
  const app = await testApp();
  const { db } = app.platform;
  const admin = await signedIn(db, { role: 'admin' });
  const UNKNOWN = '01980000-0000-7000-8000-000000000000';

  const bulk = (payload: object) =>
    app.inject({ method: 'POST', url: '/api/admin-panel/activities/bulk', headers: admin.headers, payload });
  const statusesOf = async (ids: string[]) => {
    const rows = await db.select().from(activities).where(inArray(activities.id, ids));
    return ids.map(id => rows.find(row => row.id === id)?.status ?? 'deleted');
  };
  const actionsOn = async (id: string) =>
    (await db.select().from(auditLog).where(eq(auditLog.targetId, id))).map(({ action, details }) => [
      action,
      details,
    ]);
  const subjectsTo = async (email: string) =>
    (await emailsTo(db, email)).map(({ subject }) => subject).sort();

  /** The subject of the only e-mail to an address, and the decisions that it lists. */
  async function gathered(email: string) {
    const [first, ...others] = await emailsTo(db, email);
    expect(others).toEqual([]);
    const subjects = first?.text.match(/^(?:Aprobada|No fue aprobada|Retirada|Eliminada): .*$/gm) ?? [];
    return { subject: first?.subject, subjects: subjects.sort() };
  }

  /** Polls the notifications 15 s after the decisions, which were made at noon. */
  async function afterUndoWindow(): Promise<void> {
    app.setNow(new Date(NOON.getTime() + 15_000));
    await pollNotifications(app.platform);
  }

  beforeEach(() => app.setNow(NOON));

  /** Creates two pending activities, an approved and a rejected one of the same owner. */
  async function several() {
    const { user } = await signedIn(db);
    const rows = [];
    for (const status of ['pending', 'pending', 'approved', 'rejected'] as const)
      rows.push(
        await anActivity(db, {
          ownerId: user.id,
          status,
          rejectionReason: status === 'rejected' ? 'Falta el lugar' : null,
        }),
      );
    return { user, ids: rows.map(({ id }) => id), titles: rows.map(({ title }) => title) };
  }

  describe('deciding many activities', () => {
    it('approves those that are pending, logs each, and notifies the owner of all in one e-mail', async () => {
      const { user, ids, titles } = await several();
      const reply = await bulk({ ids: [...ids, UNKNOWN, ids[0]?.toUpperCase()], action: 'approve' });
      expect([reply.statusCode, reply.json()]).toEqual([200, { done: 2, skipped: 3 }]);
      expect(await statusesOf(ids)).toEqual(['approved', 'approved', 'approved', 'rejected']);
      expect(await actionsOn(ids[0] ?? '')).toEqual([['activity.approve', {}]]);
      expect(await actionsOn(ids[2] ?? '')).toEqual([]);
      expect(await subjectsTo(user.email)).toEqual([]);
      await afterUndoWindow();
      expect(await gathered(user.email)).toEqual({
        subject: expect.stringMatching(/^Aprobada: .* y otra novedad$/),
        subjects: titles.slice(0, 2).map(title => `Aprobada: ${title}${WHEN}`),
      });
    });

    it('rejects pending ones, or approved ones, with the reason', async () => {
      const { user, ids, titles } = await several();
      const reason = 'Se vende comida';
      expect((await bulk({ ids, action: 'reject', reason })).json()).toEqual({ done: 2, skipped: 2 });
      const retracted = await bulk({ ids, action: 'reject', reason, currentStatus: 'approved' });
      expect(retracted.json()).toEqual({ done: 1, skipped: 3 });
      expect(await statusesOf(ids)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
      expect(await actionsOn(ids[0] ?? '')).toEqual([['activity.reject', { reason }]]);
      await afterUndoWindow();
      const [one, two, three] = titles;
      expect((await gathered(user.email)).subjects).toEqual([
        ...[`Retirada: ${one}${WHEN}`, `Retirada: ${two}${WHEN}`, `Retirada: ${three}${WHEN}`],
      ]);
    });

    it('deletes all that exist and tells owners and attendees', async () => {
      const { user, ids, titles } = await several();
      const { email } = await anAttendance(db, { activityId: ids[2] ?? '' });
      const reply = await bulk({ ids: [...ids, UNKNOWN], action: 'delete', reason: 'Es publicidad' });
      expect(reply.json()).toEqual({ done: 4, skipped: 1 });
      expect(await statusesOf(ids)).toEqual(['deleted', 'deleted', 'deleted', 'deleted']);
      const [first] = await db.select().from(notifications).where(eq(notifications.userId, user.id));
      expect(first?.message).toMatch(
        new RegExp(`^Quien administra ${SITE_NAME} eliminó «.*»\\. Motivo: Es publicidad$`),
      );
      expect(await actionsOn(ids[0] ?? '')).toEqual([['activity.delete', {}]]);
      await pollNotifications(app.platform);
      expect((await gathered(user.email)).subjects).toEqual(
        titles.map(title => `Eliminada: ${title}${WHEN}`),
      );
      expect(await subjectsTo(email ?? '')).toHaveLength(1);
    });

    it('notifies the owner of a series once', async () => {
      const { user } = await signedIn(db);
      const first = await anOccurrence(db, { ownerId: user.id });
      const second = await anActivity(db, { ownerId: user.id, seriesId: first.seriesId, seriesIndex: 2 });
      await bulk({ ids: [second.id, first.id], action: 'reject', reason: 'Se vende comida' });
      await afterUndoWindow();
      expect(await subjectsTo(user.email)).toHaveLength(1);
      const [row] = await db.select().from(notifications).where(eq(notifications.userId, user.id));
      expect(row?.message).toContain('en sus 2 fechas');
    });

    it('decides each once, of many calls at the same time', async () => {
      const { ids } = await several();
      const replies = await concurrently(6, index =>
        bulk(
          index % 2 === 0
            ? { ids: [...ids].reverse(), action: 'approve' }
            : { ids, action: 'reject', reason: 'Se vende comida' },
        ),
      );
      expect(replies.map(reply => reply.statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(replies.reduce((sum, reply) => sum + reply.json().done, 0)).toBe(2);
      expect(await actionsOn(ids[0] ?? '')).toHaveLength(1);
    });
  });

  it.each([
    [{ ids: [], action: 'approve' }, 'Elige entre 1 y 100 actividades'],
    [
      { ids: Array.from({ length: 101 }, () => UNKNOWN), action: 'approve' },
      'Elige entre 1 y 100 actividades',
    ],
    [{ ids: ['7'], action: 'approve' }, 'Identificador no válido'],
    [{ ids: [UNKNOWN], action: 'hide' }, 'Elige qué hacer: «approve», «reject» o «delete»'],
    [{ ids: [UNKNOWN], action: 'reject' }, 'Ingrese el motivo del rechazo'],
    [{ ids: [UNKNOWN], action: 'reject', reason: ' ' }, 'Ingrese el motivo del rechazo'],
    [
      { ids: [UNKNOWN], action: 'reject', reason: 'a'.repeat(501) },
      'El motivo debe tener como máximo 500 caracteres',
    ],
  ])('bad input is rejected: %#', async (payload, message) => {
    expect(errorOf(await bulk(payload))).toEqual({ status: 400, code: 'VALIDATION', message: [message] });
  });
});

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { auditLog } from './schema.ts';

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

import type { TestApp } from './app.ts';
import { NOON } from './app.ts';
import { attendanceCalls } from './attendance-calls.ts';
import type { anAttendance } from './factories.ts';
import { anActivity, aVisit, signedIn } from './factories.ts';

type Headers = Record<string, string>;

/** When the fixture's activities began and people came. */
export const BEGAN = new Date(NOON.getTime() - 5 * 3_600_000);

/** Activities that have begun, with people who were checked in. */
export function hoursFixture(app: TestApp) {
  const { db } = app.platform;
  const { send } = attendanceCalls(app);

  async function begun(values: Parameters<typeof anActivity>[1] = {}) {
    const { user, headers: owner } = await signedIn(db);
    const activity = await anActivity(db, {
      ownerId: user.id,
      title: 'Siembra en el cerro',
      place: 'Cerro de las Tres Cruces',
      date: BEGAN,
      ...values,
    });
    const confirm = (hours: number, except?: object[], headers: Headers = owner) =>
      send('PUT', `/attendances/${activity.id}/hours`, { hours, ...(except && { except }) }, headers);
    const helper = (fields: Parameters<typeof anAttendance>[1] = {}) =>
      aVisit(db, { activityId: activity.id, checkedInAt: BEGAN, ...fields });
    return { id: activity.id, activity, owner, confirm, helper };
  }

  /** An account that was checked in in a new activity, with its hours. */
  async function helped(hours = 3, values: Parameters<typeof anActivity>[1] = {}) {
    const { user, headers } = await signedIn(db, { username: 'Ñoño Güetio' });
    const site = await begun(values);
    const { attendance } = await site.helper({ userId: user.id, email: user.email, name: 'Ñoño Güetio' });
    await site.confirm(hours);
    return { ...site, user, headers, attendanceId: attendance.id };
  }

  const download = (id: string, headers: Headers = {}, token?: string) =>
    app.inject({
      url: `/api/attendances/${id}/certificate.pdf${token === undefined ? '' : `?token=${token}`}`,
      headers,
    });
  const read = (number: string) => app.inject({ url: `/api/certificates/${number}` });

  return { begun, helped, download, read, send };
}

/** The number of a downloaded certificate. */
export const numberOf = (reply: { headers: Record<string, unknown> }): string =>
  /constancia-([A-Z0-9-]+)\.pdf/.exec(String(reply.headers['content-disposition']))?.[1] ?? '';

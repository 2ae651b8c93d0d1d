import type { WholeActivity } from '@minga/contract/activities';
import { asc, eq } from 'drizzle-orm';
import { activities } from '../src/modules/activities/schema.ts';
import type { TestApp } from './app.ts';
import { signedIn } from './factories.ts';
import { senderTo } from './requests.ts';

type Headers = Record<string, string>;

/** Saturday 5 December 2026, 9:00 in Popayán, and the two Saturdays after it. */
export const SATURDAYS = ['2026-12-05', '2026-12-12', '2026-12-19'].map(day => `${day}T14:00:00.000Z`);
export const weekly = { frequency: 'weekly', count: SATURDAYS.length };

/** Calls and fixtures of the tests of series on one app. */
export function seriesCalls(app: TestApp) {
  const { db } = app.platform;
  const send = senderTo(app);

  /** The occurrences of a series as stored, by index. */
  const stored = (seriesId: string) =>
    db
      .select()
      .from(activities)
      .where(eq(activities.seriesId, seriesId))
      .orderBy(asc(activities.seriesIndex));

  /** A series of three Saturdays, or what `fields` say, by a new organiser. */
  async function published(fields: object = {}) {
    const { user, headers: owner } = await signedIn(db);
    const values = { title: 'Huerta', place: 'La Ladera', date: SATURDAYS[0], repeat: weekly, ...fields };
    const reply = await send('POST', '/tasks', values, owner);
    const first: WholeActivity = reply.json();
    const seriesId = first.series?._id ?? '';
    const rows = seriesId === '' ? [] : await stored(seriesId);
    return { user, owner, first, seriesId, ids: rows.map(({ id }) => id) };
  }

  /** Saves an occurrence with its own title and date, changed by `fields`. */
  const edit = async (id: string, scope: string, fields: object, headers: Headers) => {
    const { title, place, date } = (await app.inject({ url: `/api/tasks/${id}`, headers })).json();
    return send('PUT', `/tasks/${id}?scope=${scope}`, { title, place, date, ...fields }, headers);
  };
  const remove = (id: string, scope: string, headers: Headers) =>
    send('DELETE', `/tasks/${id}?scope=${scope}`, {}, headers);

  const read = async (id: string, headers: Headers = {}): Promise<WholeActivity> =>
    (await app.inject({ url: `/api/tasks/${id}`, headers })).json();

  return { send, stored, published, edit, remove, read };
}

/** The counts in the header of a response. */
export const outcomeOf = ({ headers }: { headers: object }): unknown => {
  const value = 'x-series' in headers ? headers['x-series'] : undefined;
  return typeof value === 'string' ? JSON.parse(value) : null;
};

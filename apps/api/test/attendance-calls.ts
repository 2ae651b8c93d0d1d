import type { TestApp } from './app.ts';
import { anActivity, aVisit, signedIn } from './factories.ts';
import { cookieOf, senderTo } from './requests.ts';

type Headers = Record<string, string>;
type ActivityValues = Parameters<typeof anActivity>[1];

/** Calls and fixtures of the tests of attendance on one app. */
export function attendanceCalls(app: TestApp) {
  const { db } = app.platform;
  let people = 0;
  const send = senderTo(app);

  /** Confirms for a new person. */
  const confirm = (taskId: string, fields: object = {}, headers: Headers = {}) => {
    const number = ++people;
    const person = { taskId, name: `Persona ${number}`, email: `nueva${number}@example.org` };
    return send('POST', '/attendances/confirm', { ...person, ...fields }, headers);
  };

  const listed = async (id: string, headers: Headers) =>
    (await app.inject({ url: `/api/attendances/${id}`, headers })).json();
  const stateOf = async (id: string, headers: Headers) =>
    (await app.inject({ url: `/api/attendances/check/${id}`, headers })).json();

  /** An activity of two places, with its organiser's session. */
  async function organised(values: ActivityValues = {}) {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id, companionsMax: 3, capacity: 2, ...values });
    return { id, owner: headers, user };
  }

  const placesOf = async (id: string, headers: Headers = {}) =>
    (await app.inject({ url: `/api/tasks/${id}`, headers })).json().places;

  const edit = async (id: string, headers: Headers, fields: object) => {
    const { title, date } = (await app.inject({ url: `/api/tasks/${id}`, headers })).json();
    return send('PUT', `/tasks/${id}`, { title, date, ...fields }, headers);
  };

  /** A visitor on the waiting list of a full activity of one place, whose holder can be cancelled with `free`. */
  async function waiting(values: ActivityValues = {}) {
    const { id, owner, user } = await organised({ capacity: 1, ...values });
    const holder = await aVisit(db, { activityId: id });
    const reply = await confirm(id);
    const { email, _id } = reply.json();
    return {
      id,
      owner,
      user,
      email,
      attendanceId: _id as string,
      proof: cookieOf(reply),
      free: () => send('DELETE', `/attendances/cancel/${id}`, { token: holder.token }),
    };
  }

  return { send, confirm, listed, stateOf, organised, placesOf, edit, waiting };
}

/** The token of the personal link in an e-mail's text. */
export const linkIn = (text: string | undefined) => /mi-asistencia\?token=(\S+)/.exec(text ?? '')?.[1] ?? '';

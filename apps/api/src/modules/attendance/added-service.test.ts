import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { attendanceCalls, linkIn } from '../../../test/attendance-calls.ts';
import { bellOf } from '../../../test/bell.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, signedIn } from '../../../test/factories.ts';
import { pollNotifications } from '../../../test/poll-notifications.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo, subjectsTo, WHEN } from '../../../test/sent-emails.ts';
import { seriesCalls } from '../../../test/series-fixture.ts';
import { mails } from '../../platform/mail/schema.ts';
import { activities } from '../activities/schema.ts';
import { attendances, unconfirmedMails } from './schema.ts';

// docs/rules.md R21.4 to R21.7.

const database = await testDatabase();
const app = await testApp({}, database);
const limited = await testApp({ RATE_LIMIT_FACTOR: '1' }, database);
const { db } = app.platform;
const { send, edit } = attendanceCalls(app);
const ofLimited = attendanceCalls(limited);
type Headers = Record<string, string>;

beforeEach(() => {
  for (const each of [app, limited]) each.setNow(NOON);
});

async function organised(values: Parameters<typeof anActivity>[1] = {}) {
  const owner = await signedIn(db, { username: 'Nubia' });
  const activity = await anActivity(db, { title: 'Siembra', ...values, ownerId: owner.user.id });
  return { ...owner, id: activity.id, activity };
}

const people = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}`, email: `${prefix}${n}@example.org` }));
const bring = (id: string, rows: object[], headers: Headers, options: object = {}, calls = ofLimited) =>
  calls.send('POST', `/attendances/${id}/import`, { rows, ...options }, headers);
const add = (taskId: string, person: object, headers: Headers, calls = ofLimited) =>
  calls.send('POST', '/attendances/confirm', { taskId, name: 'Luz', ...person }, headers);
const change = (id: string, person: object, headers: Headers) =>
  ofLimited.send('PUT', `/attendances/${id}`, person, headers);
const mailsAbout = (id: string) => db.$count(mails, eq(mails.activityId, id));
const refusalIn = (text: string | undefined) => /token=no-fui-yo\.(\S+)/.exec(text ?? '')?.[1] ?? '';
const write = (id: string, text: string, headers: Headers, calls = ofLimited) =>
  calls.send('POST', `/tasks/${id}/messages`, { subject: 'Llueve', text, to: 'all' }, headers);
const stateOf = async (id: string) =>
  (await db.select().from(attendances).where(eq(attendances.id, id)))[0]?.addition;

describe('adding one person', () => {
  it('sends the e-mail of an import, with which the person leaves the list for good', async () => {
    const email = 'una@example.org';
    const { id, headers } = await organised({ directions: 'Entra a https://meet.jit.si/estafa' });
    const added = await add(id, { email }, headers);
    expect([added.statusCode, added.json().mailed]).toEqual([201, true]);
    const [mail] = await emailsTo(db, email);
    expect(mail).toMatchObject({
      kind: 'addedEmail',
      subject: `Te agregaron a una actividad${WHEN}`,
      attachments: [],
    });
    expect(mail?.text).toContain('Nubia, que organiza «Siembra», te agregó a la lista de participantes.');
    expect(mail?.text).not.toContain('jit.si');
    const token = refusalIn(mail?.text);
    expect((await send('POST', '/attendances/addition/refusal', { token })).json()).toMatchObject({
      refused: true,
    });
    expect(await db.$count(attendances, eq(attendances.activityId, id))).toBe(0);
    expect((await send('POST', '/attendances/addition', { token })).json()).toMatchObject({ refused: true });
    const message = ['Esta persona pidió que no la agreguen a esta actividad'];
    expect(errorOf(await add(id, { email }, headers))).toMatchObject({ status: 400, message });
    // The person may still confirm.
    expect((await add(id, { email }, {})).statusCode).toBe(201);
  });

  it('counts in the allowance of imports: beyond it the person is added and not mailed', async () => {
    const { id, headers } = await organised();
    expect((await bring(id, people(29, 'veintinueve'), headers)).json()).toMatchObject({ mailed: 29 });
    expect((await add(id, { email: 'treinta@example.org' }, headers)).json()).toMatchObject({ mailed: true });
    const beyond = await add(id, { name: 'Ana', email: 'treintayuna@example.org' }, headers);
    expect([beyond.statusCode, beyond.json().mailed]).toEqual([201, false]);
    const { _id } = (await add(id, { name: 'Iván' }, headers)).json();
    const changed = await change(_id, { name: 'Iván', email: 'ivan.treinta@example.org' }, headers);
    expect(changed.json()).toMatchObject({ mailed: false, updated: { email: 'ivan.treinta@example.org' } });
    expect(await mailsAbout(id)).toBe(30);
    expect([await stateOf(beyond.json()._id), await stateOf(_id)]).toEqual(['untold', 'untold']);
    expect((await change(_id, { name: 'Iván Darío' }, headers)).json().mailed).toBeUndefined();
  });

  it('never exceeds the allowance with many at once, by whichever way', async () => {
    const { id, headers, user } = await organised();
    const other = await anActivity(db, { ownerId: user.id });
    await Promise.all([
      ...Array.from({ length: 20 }, (_, n) =>
        add(n % 2 === 0 ? id : other.id, { name: `Y ${n}`, email: `a.la.vez${n}@example.org` }, headers),
      ),
      bring(id, people(20, 'lista'), headers),
      bring(other.id, people(20, 'otra'), headers),
    ]);
    expect((await mailsAbout(id)) + (await mailsAbout(other.id))).toBe(30);
  });

  it('mails nobody twice about one activity, and gives a verified collective its own allowance', async () => {
    const collective = await aCollective(db, { isVerified: true });
    const { id, headers } = await organised({ collectiveId: collective.id });
    const email = 'dos.veces@example.org';
    const { _id } = (await add(id, { email }, headers)).json();
    await send('DELETE', `/attendances/${_id}`, {}, headers);
    expect((await add(id, { email }, headers)).json()).toMatchObject({ mailed: false });
    expect((await emailsTo(db, email)).map(({ kind }) => kind)).toEqual(['addedEmail']);
    expect((await bring(id, people(40, 'barrio'), headers)).json()).toMatchObject({ mailed: 40 });
  });

  it('mails nobody about a rejected activity', async () => {
    const status = 'rejected';
    const { id, headers } = await organised({ status, rejectionReason: 'No es una actividad' });
    const email = 'sola@example.org';
    const added = await add(id, { email }, headers);
    expect([added.statusCode, added.json().mailed]).toEqual([201, false]);
    for (const dryRun of [true, false])
      expect((await bring(id, people(2, status), headers, { dryRun })).json()).toMatchObject({
        added: 2,
        mailed: 0,
      });
    expect(await stateOf(added.json()._id)).toBe('untold');
    expect(await mailsAbout(id)).toBe(0);
  });

  it('to the dates of a series sends one e-mail, which leaves all of them', async () => {
    const { user, owner, seriesId } = await seriesCalls(app).published();
    const email = 'serie@example.org';
    const reply = await ofLimited.send(
      'POST',
      `/attendances/confirm-series/${seriesId}`,
      { name: 'Luz', email },
      owner,
    );
    expect([reply.statusCode, reply.json().mailed]).toEqual([201, true]);
    const [mail, ...others] = await emailsTo(db, email);
    expect(others).toEqual([]);
    expect(mail?.subject).toMatch(/^Te agregaron a \d+ fechas de una actividad/);
    expect(await db.$count(unconfirmedMails, eq(unconfirmedMails.accountId, user.id))).toBe(1);
    expect(await db.$count(attendances, eq(attendances.email, email))).toBeGreaterThan(1);
    await send('POST', '/attendances/addition/refusal', { token: refusalIn(mail?.text) });
    expect(await db.$count(attendances, eq(attendances.email, email))).toBe(0);
  });

  it('to a series says whether the person is mailed, as of one activity', async () => {
    const { user, owner, seriesId } = await seriesCalls(app).published();
    const other = await anActivity(db, { ownerId: user.id });
    const addToAll = async (person: object, as: Headers = owner) =>
      (await ofLimited.send('POST', `/attendances/confirm-series/${seriesId}`, person, as)).json();
    await bring(other.id, people(29, 'serie'), owner);
    const luz = { name: 'Luz', email: 'luz.serie@example.org' };
    expect(await addToAll(luz)).toMatchObject({ mailed: true });
    expect(await addToAll(luz)).toMatchObject({ confirmed: 0, mailed: false });
    expect(await addToAll({ name: 'Iván', email: 'ivan.serie@example.org' })).toMatchObject({
      mailed: false,
    });
    expect(await addToAll({ name: 'Rosa' })).not.toHaveProperty('mailed');
    expect(await addToAll({ name: 'Inés', email: 'ines.serie@example.org' }, {})).not.toHaveProperty(
      'mailed',
    );
  });
});

describe('later e-mails to people who did not confirm themselves', () => {
  it('go to those who know of it alone, each with «No fui yo», until the person acts', async () => {
    const { id, headers, activity } = await organised();
    await bring(id, [{ name: 'Sabe', email: 'sabe@example.org' }], headers);
    await bring(id, [{ name: 'No sabe', email: 'no.sabe@example.org' }], headers, { notify: false });
    const moved = new Date(activity.date.getTime() + 3_600_000).toISOString();
    await edit(id, headers, { date: moved });
    app.setNow(new Date(NOON.getTime() + 11 * 60_000));
    await pollNotifications(app.platform);
    expect(await emailsTo(db, 'no.sabe@example.org')).toEqual([]);
    const [, mail] = await emailsTo(db, 'sabe@example.org');
    expect(mail).toMatchObject({ kind: 'changeEmail', attachments: [] });
    const token = refusalIn(mail?.text);
    expect((await send('POST', '/attendances/addition', { token })).json()).toMatchObject({ refused: false });
    // A press on the personal page confirms.
    const own = linkIn(mail?.text);
    expect((await send('POST', '/attendances/personal', { token: own })).json()).toMatchObject({
      isAdded: true,
    });
    await send('POST', `/attendances/reconfirm/${id}`, { coming: true, token: own });
    expect((await send('POST', '/attendances/personal', { token: own })).json().isAdded).toBeUndefined();
    expect(errorOf(await send('POST', '/attendances/addition', { token: own }))).toMatchObject({
      code: 'INVALID_TOKEN',
    });
    await send('DELETE', `/tasks/${id}`, {}, headers);
    await pollNotifications(app.platform);
    expect(await emailsTo(db, 'no.sabe@example.org')).toEqual([]);
    const kinds = (await emailsTo(db, 'sabe@example.org')).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(['addedEmail', 'changeEmail', 'endEmail']);
  });

  it('say changes in the bell of an account that was not told, and send it nothing, not even of the end', async () => {
    const { id, headers, activity } = await organised();
    const { user } = await signedIn(db);
    await bring(id, [{ name: 'Con cuenta', email: user.email }], headers, { notify: false });
    await edit(id, headers, { date: new Date(activity.date.getTime() + 3_600_000).toISOString() });
    app.setNow(new Date(NOON.getTime() + 11 * 60_000));
    await pollNotifications(app.platform);
    expect((await bellOf(db, user.id)).map(({ type }) => type)).toEqual(['change']);
    await send('DELETE', `/tasks/${id}`, {}, headers);
    await pollNotifications(app.platform);
    expect(await emailsTo(db, user.email)).toEqual([]);
  });

  it('as messages count in the allowance, have no link of the text, and say how many they do not reach', async () => {
    const { id, headers } = await organised();
    expect((await bring(id, people(20, 'mensaje'), headers)).json()).toMatchObject({ mailed: 20 });
    await send('POST', '/attendances/confirm', { taskId: id, name: 'Vino', email: 'vino.sola@example.org' });
    const text = 'Entren a https://meet.jit.si/sala o a chat.example.com';
    const preview = await ofLimited.send(
      'POST',
      `/tasks/${id}/messages/preview`,
      { subject: 'Llueve', text, to: 'all' },
      headers,
    );
    const expected = { recipients: 11, unreached: { unsubscribed: 0, withoutEmail: 0, unconfirmed: 10 } };
    expect(preview.json()).toMatchObject(expected);
    expect((await write(id, text, headers)).json()).toEqual(expected);
    await pollNotifications(app.platform);
    expect(await mailsAbout(id)).toBe(20 + 1 + 11);
    const [, message] = await emailsTo(db, 'mensaje0@example.org');
    expect(message?.text).not.toContain('https://meet.jit.si');
    expect(message?.text).toContain('chat . example . com');
    expect(refusalIn(message?.text)).not.toBe('');
    const [, ordinary] = await emailsTo(db, 'vino.sola@example.org');
    expect(ordinary?.text).toContain('https://meet.jit.si/sala');
    expect(refusalIn(ordinary?.text)).toBe('');
    // On the next day the others get one.
    limited.setNow(new Date(NOON.getTime() + 25 * 3_600_000));
    expect((await write(id, 'Otra vez', headers)).json()).toMatchObject({ recipients: 21 });
  });

  it('are first told by a message, within the allowance', async () => {
    const { id, headers } = await organised();
    const email = 'por.mensaje@example.org';
    const reply = await bring(id, [{ name: 'Luz', email }], headers, { notify: false });
    const attendanceId = reply.json().results[0].attendanceId;
    expect(await stateOf(attendanceId)).toBe('untold');
    expect((await write(id, 'Los esperamos', headers)).json()).toMatchObject({ recipients: 1 });
    await pollNotifications(app.platform);
    expect(await stateOf(attendanceId)).toBe('told');
    const [mail] = await emailsTo(db, email);
    const refusal = { token: refusalIn(mail?.text) };
    for (let press = 0; press < 2; press += 1)
      expect((await send('POST', '/attendances/addition/refusal', refusal)).json()).toMatchObject({
        refused: true,
      });
    expect(errorOf(await add(id, { email }, headers))).toMatchObject({ status: 400 });
  });

  it('about a waiting place that an organiser gave them have the link, too', async () => {
    const { id, headers } = await organised({ capacity: 1, hasWaitingList: true });
    await send('POST', '/attendances/confirm', { taskId: id, name: 'Primera', email: 'primera@example.org' });
    const waiting = await send('POST', '/attendances/confirm', {
      taskId: id,
      name: 'Segunda',
      email: 'segunda@example.org',
    });
    const { _id } = waiting.json();
    expect(
      (await change(_id, { name: 'Tercera', email: 'tercera@example.org' }, headers)).json(),
    ).toMatchObject({ mailed: true });
    const [first] = await emailsTo(db, 'tercera@example.org');
    expect(first?.text).toContain('En lista de espera, puesto 1');
    await send('PATCH', `/attendances/${_id}/status`, { status: 'confirmed' }, headers);
    const [, second] = await emailsTo(db, 'tercera@example.org');
    expect(second).toMatchObject({ kind: 'attendanceEmail', attachments: [] });
    await send('POST', '/attendances/addition/refusal', { token: refusalIn(second?.text) });
    expect(await stateOf(_id)).toBeUndefined();
  });

  it('are ordinary for an account that confirms with its session', async () => {
    const { id, headers } = await organised();
    const account = await signedIn(db);
    const { email } = account.user;
    const { _id } = (await add(id, { email }, headers)).json();
    expect(await stateOf(_id)).toBe('told');
    const again = await send(
      'POST',
      '/attendances/confirm',
      { taskId: id, name: 'Yo', email },
      account.headers,
    );
    expect(again.statusCode).toBe(409);
    expect(await stateOf(_id)).toBeNull();
  });

  it('do not return the allowance when the activity is deleted', async () => {
    const { id, headers, user } = await organised();
    await bring(id, people(30, 'devuelta'), headers);
    await db.delete(activities).where(eq(activities.id, id));
    const other = await anActivity(db, { ownerId: user.id });
    expect((await add(other.id, { email: 'devuelta.no@example.org' }, headers)).json()).toMatchObject({
      mailed: false,
    });
    expect(await subjectsTo(db, 'devuelta.no@example.org')).toEqual([]);
  });
});

import { and, eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { countLockWaits } from '../../../test/count-lock-waits.ts';
import { signedIn } from '../../../test/factories.ts';
import { hoursFixture, numberOf } from '../../../test/hours-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';
import { DEFAULT_BRAND } from '../../platform/site/brand.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { drawCertificate } from './draw-certificate.ts';
import { certificates } from './schema.ts';
import { certificateOf, periodCertificate } from './service.ts';

const app = await testApp();
const { db } = app.platform;
const { begun, read, send } = hoursFixture(app);

const MONTHS = [
  ['Enero', '2026-01-10T14:00:00Z', 1],
  ['Marzo', '2026-04-01T03:00:00Z', 2.5],
  ['Junio', '2026-06-01T14:00:00Z', 4],
] as const;

/** Creates an account with hours in January, late on 31 March local time, and in June. */
async function helper(names: readonly string[] = ['Luz Güetio', 'Luz Güetio', 'Luz Güetio']) {
  const { user, headers } = await signedIn(db, { username: 'Luz Güetio' });
  const sites: (Awaited<ReturnType<typeof begun>> & { attendanceId: string })[] = [];
  for (const [index, [title, date, hours]] of MONTHS.entries()) {
    const site = await begun({ title, date: new Date(date) });
    const name = names[index] ?? '';
    const { attendance } = await site.helper({ userId: user.id, email: user.email, name });
    await site.confirm(hours);
    sites.push({ ...site, attendanceId: attendance.id });
  }
  const download = (query = '') => app.inject({ url: `/api/attendances/mis-horas.pdf${query}`, headers });
  const session = { id: user.id, confirmedAt: NOON, user };
  /** Issues a certificate without drawing it, and returns its number. */
  const issue = async (period: { from?: string; until?: string } = {}) =>
    (await periodCertificate(app.platform, session, { from: null, until: null, ...period })).number;
  const issueOf = async (id: string) =>
    (await certificateOf(app.platform, id, undefined, { session, proofHash: null })).number;
  return { user, headers, sites, download, issue, issueOf };
}

beforeEach(() => app.setNow(NOON));

it('lists the activities of all time, the earliest first, with the total', async () => {
  const { download } = await helper();
  const reply = await download();
  expect(reply.headers['content-type']).toBe('application/pdf');
  const text = pdfText(reply.rawPayload);
  for (const part of ['Luz Güetio', '7 horas y 30 minutos', 'en 3 actividades', 'Enero', 'Marzo', 'Junio'])
    expect(text).toContain(part);
  expect((await read(numberOf(reply))).json()).toMatchObject({
    name: 'Luz Güetio',
    hours: 7.5,
    period: { from: null, until: null },
    activities: [{ title: 'Enero' }, { title: 'Marzo' }, { title: 'Junio' }],
  });
});

it.each([
  ['?desde=2026-02-01&hasta=2026-03-31', 2.5, '2026-02-01', '2026-03-31'],
  ['?desde=2026-02-01', 6.5, '2026-02-01', null],
  ['?hasta=2026-03-30', 1, null, '2026-03-30'],
])('%s: by local days', async (query, hours, from, until) => {
  const { download } = await helper();
  expect((await read(numberOf(await download(query)))).json()).toMatchObject({
    hours,
    period: { from, until },
  });
});

/** The text of a certificate of so many activities. */
async function textOf(length: number): Promise<string> {
  const printed = {
    name: 'Luz Güetio',
    hours: length,
    period: { from: null, until: null },
    activities: Array.from({ length }, (_, index) => ({
      title: `Siembra ${index}`,
      place: 'Cerro',
      collective: null,
      hours: 1,
      endDate: null,
      date: '2026-01-10T14:00:00.000Z',
      attendanceId: String(index),
    })),
  };
  return pdfText(
    await drawCertificate({
      number: 'ABCD-EFGH-JKMN',
      issuedAt: NOON,
      printed,
      publicUrl: 'https://minga.test',
      timeZone: 'America/Bogota',
      brand: DEFAULT_BRAND,
    }),
  );
}

it('holds together over several pages', async () => {
  const text = await textOf(40);
  const pages = Number(/Página 1 de (\d+)/.exec(text)?.[1]);
  for (let page = 1; page <= pages; page += 1)
    expect(text).toContain(`Constancia ABCD-EFGH-JKMN · Página ${page} de ${pages}`);
  expect(text.split('Luz Güetio')).toHaveLength(pages + 2);
  const withRows = text.split(/Página \d+ de/).filter(page => page.includes('Siembra'));
  expect(withRows.length).toBeGreaterThan(1);
  for (const page of withRows) expect(page).toMatch(/Fecha\s+Actividad\s+Horas/);
});

it('has an activity on every page', async () => {
  for (let length = 1; length <= 30; length += 1) {
    // The foot of a page is after its text; a certificate of one page has none.
    const pages = (await textOf(length)).split(/Página \d+ de \d+/);
    const texts = pages.length === 1 ? pages : pages.slice(0, -1);
    expect(texts.filter(page => !page.includes('Siembra'))).toEqual([]);
  }
});

it('has one number per period', async () => {
  const { download } = await helper();
  const number = numberOf(await download('?desde=2026-01-01'));
  expect(numberOf(await download('?desde=2026-01-01'))).toBe(number);
  expect(numberOf(await download())).not.toBe(number);
  expect((await read(number)).json()).toMatchObject({ revokedAt: null });
});

it('is revoked when the hours of one of its activities change, and issued again', async () => {
  const { download, sites } = await helper();
  const [all, early] = [numberOf(await download()), numberOf(await download('?hasta=2026-02-01'))];
  await sites[2]?.confirm(5);
  expect((await read(all)).json()).toMatchObject({ revokedAt: NOON.toISOString(), activities: [] });
  expect((await read(early)).json()).toMatchObject({ revokedAt: null });
  expect((await read(numberOf(await download()))).json()).toMatchObject({ hours: 8.5 });
});

const FORGED = 'Quien Sea';
const rename = {
  'in the profile': ({ headers }: Helper) =>
    send('PUT', '/auth/profile', { username: FORGED, phone: '3001234567' }, headers),
  'by an administrator': async ({ user: { id, email } }: Helper) =>
    send(
      'PUT',
      `/admin-panel/users/${id}`,
      { username: FORGED, email, phone: '3001234567' },
      (await signedIn(db, { role: 'admin' })).headers,
    ),
};
type Helper = Awaited<ReturnType<typeof helper>>;
const isValid = async (number: string) => (await read(number)).json().revokedAt === null;
/** Counts the valid period certificates of the account. */
const validOf = ({ user }: Helper) =>
  db.$count(certificates, and(eq(certificates.userId, user.id), isNull(certificates.revokedAt)));

describe('the name is that of the attendances', () => {
  it.each(Object.entries(rename))('and stays when the account is renamed %s', async (_how, renamed) => {
    const person = await helper();
    const before = await person.download();
    expect((await renamed(person)).statusCode).toBe(200);
    const after = await person.download();
    expect(numberOf(after)).toBe(numberOf(before));
    expect(pdfText(after.rawPayload)).not.toContain(FORGED);
    expect((await read(numberOf(after))).json()).toMatchObject({ name: 'Luz Güetio', hours: 7.5 });
  });

  it('and hours under another name are on no certificate of this one', async () => {
    const person = await helper(['Luz Guetio', 'luz  güetio', 'Sol Pérez']);
    const first = await person.issue();
    expect((await read(first)).json()).toMatchObject({
      name: 'luz  güetio',
      hours: 3.5,
      activities: [{ title: 'Enero' }, { title: 'Marzo' }],
    });
    await db.update(users).set({ username: 'SOL PEREZ' }).where(eq(users.id, person.user.id));
    const second = await person.issue();
    expect((await read(second)).json()).toMatchObject({
      name: 'Sol Pérez',
      hours: 4,
      activities: [{ title: 'Junio' }],
    });
    expect([await isValid(first), await validOf(person)]).toEqual([false, 1]);
  });

  it('and, if the account has none of them, the one with the most hours', async () => {
    const person = await helper(['Sol', 'Sol', 'Mar']);
    expect((await read(await person.issue())).json()).toMatchObject({ name: 'Mar', hours: 4 });
    const early = await person.issue({ until: '2026-05-01' });
    expect((await read(early)).json()).toMatchObject({ name: 'Sol', hours: 3.5 });
  });

  it('and a corrected one revokes at once what it contradicts', async () => {
    const person = await helper();
    const [, , june] = person.sites;
    if (june === undefined) throw new Error('the fixture has three activities');
    const single = await person.issueOf(june.attendanceId);
    const [all, early] = [await person.issue(), await person.issue({ until: '2026-05-01' })];
    const payload = { name: 'Luz Marina', email: person.user.email };
    expect((await send('PUT', `/attendances/${june.attendanceId}`, payload, june.owner)).statusCode).toBe(
      200,
    );
    expect(await Promise.all([single, all, early].map(isValid))).toEqual([false, false, true]);
    const again = await person.issueOf(june.attendanceId);
    expect((await read(again)).json()).toMatchObject({ name: 'Luz Marina', hours: 4 });
    expect((await read(await person.issue())).json()).toMatchObject({ hours: 3.5 });
  });
});

describe('a new certificate revokes those that contradict it', () => {
  const titled = (title: string, id: string) =>
    db.update(activities).set({ title }).where(eq(activities.id, id));

  it('of another period, if it describes an activity in another way', async () => {
    const person = await helper();
    const [january] = person.sites;
    if (january === undefined) throw new Error('the fixture has three activities');
    const numbers = [
      await person.issueOf(january.attendanceId),
      await person.issue({ until: '2026-05-01' }),
      await person.issue({ from: '2026-02-01' }),
    ];
    await titled('Enero, otra vez', january.id);
    await person.issue();
    expect(await Promise.all(numbers.map(isValid))).toEqual([false, false, true]);
    const all = await person.issue();
    await titled('Enero, la tercera', january.id);
    await person.issueOf(january.attendanceId);
    expect(await isValid(all)).toBe(false);
  });

  it('of another period, if it lists other activities in the days of both', async () => {
    const person = await helper();
    const [early, late] = [
      await person.issue({ until: '2026-05-01' }),
      await person.issue({ from: '2026-05-01' }),
    ];
    const site = await begun({ title: 'Abril', date: new Date('2026-04-10T14:00:00Z') });
    await site.helper({ userId: person.user.id, email: person.user.email, name: 'Luz Güetio' });
    await site.confirm(2);
    await person.issue();
    expect(await Promise.all([early, late].map(isValid))).toEqual([false, true]);
  });

  it('but not when another attendance of one of its activities joins it', async () => {
    const person = await helper();
    const [january] = person.sites;
    if (january === undefined) throw new Error('the fixture has three activities');
    const email = `otra.${person.user.id}@example.org`;
    await january.helper({ email, name: 'Luz Güetio' });
    const all = await person.issue();
    const late = await person.issue({ from: '2026-02-01' });
    const admin = await signedIn(db, { role: 'admin' });
    const payload = { username: 'Luz Güetio', email, phone: '3001234567' };
    const moved = await send('PUT', `/admin-panel/users/${person.user.id}`, payload, admin.headers);
    expect(moved.statusCode).toBe(200);
    expect(await Promise.all([all, late].map(isValid))).toEqual([true, true]);
  });
});

it('a period has one valid certificate, of 20 concurrent downloads and in the database', async () => {
  const person = await helper();
  const numbers = await concurrently(20, () => person.issue());
  expect([new Set(numbers).size, await validOf(person)]).toEqual([1, 1]);
  const [row] = await db
    .select()
    .from(certificates)
    .where(eq(certificates.number, numbers[0] ?? ''));
  if (row === undefined) throw new Error('the certificate is not stored');
  const { id: _id, ...copy } = row;
  await expect(db.insert(certificates).values({ ...copy, number: 'otro' })).rejects.toMatchObject({
    cause: { constraint: 'certificates_user_id_period_key' },
  });
});

it('is revoked when hours change while it is being issued', async () => {
  const person = await helper();
  const [january, , june] = person.sites;
  if (january === undefined || june === undefined) throw new Error('the fixture has three activities');
  const single = await person.issueOf(june.attendanceId);
  const waits = (times: number) =>
    vi.waitFor(async () => expect(await countLockWaits(db)).toBe(times), 20_000);
  const [issued, changed] = await db
    .transaction(async tx => {
      await tx.select().from(certificates).where(eq(certificates.number, single)).for('update');
      // The download has read the hours, and waits for the certificate that it might contradict.
      const downloading = person.issue();
      await waits(1);
      const changing = january.confirm(5);
      await Promise.race([changing, waits(2)]);
      return [downloading, changing] as const;
    })
    .then(settled => Promise.all(settled));
  expect(changed.statusCode).toBe(200);
  expect(await isValid(issued)).toBe(false);
  expect((await read(await person.issue())).json()).toMatchObject({ hours: 11.5 });
});

it('is refused without hours, of impossible periods and without a session', async () => {
  const { download } = await helper();
  expect(errorOf(await download('?desde=2027-01-01'))).toEqual({
    status: 409,
    code: 'NO_HOURS',
    message: 'No tienes horas confirmadas en ese período',
  });
  for (const query of ['?desde=2026-05-01&hasta=2026-04-30', '?desde=ayer', '?hasta=2026-02-30'])
    expect(errorOf(await download(query))).toMatchObject({ status: 400, code: 'VALIDATION' });
  expect(errorOf(await app.inject({ url: '/api/attendances/mis-horas.pdf' }))).toMatchObject({ status: 401 });
});

import { beforeEach, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { hoursFixture, numberOf } from '../../../test/hours-fixture.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { concurrently, errorOf } from '../../../test/requests.ts';

const app = await testApp();
const { db } = app.platform;
const { begun, read } = hoursFixture(app);

/** An account that helped in January, late on 31 March local time, and in June. */
async function helper() {
  const { user, headers } = await signedIn(db, { username: 'Luz Güetio' });
  const sites = [];
  for (const [title, date, hours] of [
    ['Enero', '2026-01-10T14:00:00Z', 1],
    ['Marzo', '2026-04-01T03:00:00Z', 2.5],
    ['Junio', '2026-06-01T14:00:00Z', 4],
  ] as const) {
    const site = await begun({ title, date: new Date(date) });
    await site.helper({ userId: user.id, email: user.email });
    await site.confirm(hours);
    sites.push(site);
  }
  const download = (query = '') => app.inject({ url: `/api/attendances/mis-horas.pdf${query}`, headers });
  return { user, headers, sites, download };
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
    ...{ name: 'Luz Güetio', hours: 7.5, period: { from: null, until: null } },
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

it('has one number per period, also of concurrent downloads', async () => {
  const { download } = await helper();
  const numbers = (await concurrently(6, () => download('?desde=2026-01-01'))).map(numberOf);
  expect(new Set(numbers).size).toBe(1);
  expect(numberOf(await download())).not.toBe(numbers[0]);
  expect((await read(numbers[0] ?? '')).json()).toMatchObject({ revokedAt: null });
});

it('is revoked when the hours of one of its activities change, and issued again', async () => {
  const { download, sites } = await helper();
  const [all, early] = [numberOf(await download()), numberOf(await download('?hasta=2026-02-01'))];
  await sites[2]?.confirm(5);
  expect((await read(all)).json()).toMatchObject({ revokedAt: NOON.toISOString(), activities: [] });
  expect((await read(early)).json()).toMatchObject({ revokedAt: null });
  expect((await read(numberOf(await download()))).json()).toMatchObject({ hours: 8.5 });
});

it('is refused without hours, of impossible periods and without a session', async () => {
  const { download } = await helper();
  expect(errorOf(await download('?desde=2027-01-01'))).toEqual({
    ...{ status: 409, code: 'NO_HOURS' },
    message: 'No tienes horas confirmadas en ese período',
  });
  for (const query of ['?desde=2026-05-01&hasta=2026-04-30', '?desde=ayer', '?hasta=2026-02-30'])
    expect(errorOf(await download(query))).toMatchObject({ status: 400, code: 'VALIDATION' });
  expect(errorOf(await app.inject({ url: '/api/attendances/mis-horas.pdf' }))).toMatchObject({ status: 401 });
});

import { afterAll, describe, expect, it } from 'vitest';
import { NOON, type TestApp, testApp } from '../../../test/app.ts';
import { queriesOf, testDatabase } from '../../../test/database.ts';
import { anActivity, anAttendance, aUser, deactivate } from '../../../test/factories.ts';
import { startTcpProxy } from '../../../test/tcp-proxy.ts';
import { openConnection } from '../../platform/database/connection.ts';

const app = await testApp();
const database = await testDatabase();
const listening = await testApp({}, database);
await listening.startJobs();
const prior = await testApp({ MODERATION: 'prior' });
const told = await testApp({
  CONTACT_EMAIL: 'hola@minga.example',
  CONTACT_PHONE: '+57 602 820 9900',
  APK_URL: 'https://archivos.example.org/minga.apk',
  PUBLIC_URL: 'http://127.0.0.1:3000',
});
const nowhere = 'postgres://127.0.0.1:1/nada';
const away = await testApp({}, { url: nowhere, connection: openConnection(nowhere, () => undefined) });
const line = await startTcpProxy((await testDatabase()).url);
const beyond = { url: line.url, connection: openConnection(line.url, () => undefined) };
const remote = await testApp({}, beyond);
afterAll(async () => {
  await beyond.connection.close();
  await line.close();
});

const MINUTE_MS = 60_000;
/** Upper limit for the response time, well below the timeout of the database connection. */
const SILENCE_MS = 3_500;

const titlesOf = (activities: readonly { title: string }[]) => activities.map(({ title }) => title);

/** The arguments of the fixture renderer (test/web/server/landing.js), which writes them into the page. */
async function landing(from: TestApp = app, url = '/') {
  const reply = await from.inject(url);
  expect(reply.statusCode).toBe(200);
  const [, json = ''] = /<main>(.*?)<\/main>/s.exec(reply.body) ?? [];
  return { reply, page: JSON.parse(json) };
}

async function siteData(from: TestApp) {
  const { reply } = await landing(from);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(reply.body) ?? [];
  return { head: reply.body, data: JSON.parse(json) };
}

describe('the landing page', () => {
  it('contains the numbers of public activities, active accounts and attendances', async () => {
    const { db } = app.platform;
    const first = await anActivity(db);
    const gone = await aUser(db);
    await deactivate(db, gone.id);
    await anActivity(db, { ownerId: first.ownerId, status: 'rejected', rejectionReason: 'No' });
    await anAttendance(db, { activityId: first.id });
    await anAttendance(db, { activityId: first.id });
    expect((await landing()).page.figures).toEqual({ activities: 1, people: 1, attendances: 2 });
  });

  it('counts again after five minutes', async () => {
    const { db } = app.platform;
    const { activities } = (await landing()).page.figures;
    await anActivity(db);
    app.setNow(new Date(NOON.getTime() + 4 * MINUTE_MS));
    expect((await landing()).page.figures.activities).toBe(activities);
    app.setNow(new Date(NOON.getTime() + 6 * MINUTE_MS));
    await expect.poll(async () => (await landing()).page.figures.activities).toBe(activities + 1);
    app.setNow(NOON);
  });

  it('contains up to four public activities, first those of the weekend, and the total', async () => {
    const { db } = listening.platform;
    const titles = async () => {
      const { weekend, others } = (await landing(listening)).page.upcoming;
      return [titlesOf(weekend), titlesOf(others)];
    };
    await anActivity(db, { title: 'Ayer', date: new Date('2026-11-20T14:00:00.000Z') });
    await anActivity(db, { title: 'No', status: 'rejected', rejectionReason: 'No' });
    await expect.poll(titles).toEqual([[], []]);
    for (const day of [9, 5, 8, 6, 7]) {
      await anActivity(db, { title: `Día ${day}`, date: new Date(`2026-12-0${day}T14:00:00.000Z`) });
    }
    // The insertions clear the cache.
    await expect.poll(titles).toEqual([[], ['Día 5', 'Día 6', 'Día 7', 'Día 8']]);
    const { upcoming } = (await landing(listening)).page;
    expect(upcoming.total).toBe(5);
    expect(upcoming.others[0]).toMatchObject({ place: 'Parque Caldas', isOwner: false });
    expect(JSON.stringify(upcoming)).not.toContain('@example.org');
    // Thursday, and with it the weekend of the first two.
    listening.setNow(new Date('2026-12-03T17:00:00.000Z'));
    await anActivity(db, { title: 'Día 4', date: new Date('2026-12-04T14:00:00.000Z') });
    await expect.poll(titles).toEqual([
      ['Día 5', 'Día 6'],
      ['Día 4', 'Día 7'],
    ]);
    listening.setNow(NOON);
  });

  it('contains only approved activities under prior moderation', async () => {
    const { db } = prior.platform;
    await anActivity(db, { title: 'Espera' });
    await anActivity(db, { title: 'Aprobada', status: 'approved' });
    const { figures, upcoming } = (await landing(prior)).page;
    expect([figures.activities, upcoming.total, upcoming.others[0].title]).toEqual([1, 1, 'Aprobada']);
  });

  it('inserts text with replacement patterns verbatim', async () => {
    await anActivity(told.platform.db, { title: '$& </script><b>' });
    const { page, reply } = await landing(told);
    expect(page.upcoming.others[0].title).toBe('$& </script><b>');
    expect(reply.body).not.toContain('<!--page-->');
  });

  it('responds with 304 to a conditional request', async () => {
    const { etag, 'cache-control': cache } = (await landing()).reply.headers;
    expect(cache).toBe('private, no-cache');
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('is cached for any query string', async () => {
    let mark = 0;
    const visit = () => landing(listening, `/?fbclid=${++mark}`);
    await expect.poll(() => queriesOf(database.connection, visit)).toBe(0);
  });

  it('is available without the database, with less content', async () => {
    const { page } = await landing(away);
    expect(page).toEqual({
      now: NOON.toISOString(),
      site: {
        place: 'Popayán',
        address: 'Popayán, Cauca, Colombia',
        tagline: 'Una minga es el trabajo que una comunidad hace junta: lo demás debe ser sencillo.',
        founded: '2024',
      },
      figures: null,
      upcoming: null,
      contactEmail: null,
      contactPhone: null,
      apkUrl: null,
      sourceUrl: null,
      timeZone: 'America/Bogota',
    });
  });

  it('does not wait for an unresponsive database, and contains its last data', async () => {
    await anActivity(remote.platform.db, { title: 'Siembra' });
    const { page } = await landing(remote);
    line.blackhole();
    const asked = Date.now();
    expect((await landing(remote)).page).toEqual(page);
    expect(Date.now() - asked).toBeLessThan(SILENCE_MS);
    // A stale value that is too old may describe past or deleted activities.
    remote.setNow(new Date(NOON.getTime() + 11 * MINUTE_MS));
    expect((await landing(remote)).page).toMatchObject({ figures: page.figures, upcoming: null });
    line.resume();
    await expect.poll(async () => (await landing(remote)).page.upcoming?.total).toBe(1);
  });

  it('contains the contact and the app package of the settings', async () => {
    const { data, head } = await siteData(told);
    expect((await landing(told)).page).toMatchObject({
      contactEmail: 'hola@minga.example',
      contactPhone: '+57 602 820 9900',
      apkUrl: 'https://archivos.example.org/minga.apk',
    });
    expect(data['@graph'][0]).toMatchObject({ email: 'hola@minga.example', telephone: '+57 602 820 9900' });
    expect(head).toContain('<link rel="canonical" href="http://127.0.0.1:3000/">');
    expect(head).toContain('<meta property="og:image" content="http://127.0.0.1:3000/portada.png">');
  });

  it('describes the organisation and the site’s search to search engines', async () => {
    const { data } = await siteData(app);
    const [organization, site] = data['@graph'];
    expect(organization).toMatchObject({
      '@type': 'Organization',
      foundingDate: '2024',
      address: { addressLocality: 'Popayán', addressRegion: 'Cauca', addressCountry: 'CO' },
    });
    expect(organization).not.toHaveProperty('email');
    expect(site).toMatchObject({ '@type': 'WebSite', publisher: { '@id': organization['@id'] } });
    expect(site.potentialAction.target.urlTemplate).toBe(
      'http://localhost:3000/actividades?q={search_term_string}',
    );
  });
});

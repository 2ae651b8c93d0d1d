import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, anActivity, signedIn } from '../../../test/factories.ts';
import { parseCalendar } from '../../../test/parse-calendar.ts';
import { childrenOf, parseXml, textOf } from '../../../test/parse-xml.ts';
import { activities } from '../activities/schema.ts';
import { collectiveFollowers, collectives } from '../collectives/schema.ts';

const app = await testApp({ PUBLIC_URL: 'http://minga.example', RATE_LIMIT_FACTOR: '1' });
await app.startJobs();
const { db } = app.platform;
const hostile = '</script> "><b>&';

describe('/colectivos/{slug}', () => {
  it('shows a collective with what is to come, and links to share and subscribe', async () => {
    const collective = await aCollective(db, { name: 'Río Vivo', description: `Limpiamos ${hostile}` });
    const { slug, id } = collective;
    await anActivity(db, { collectiveId: id, title: 'Limpieza' });
    await anActivity(db, { title: 'De otros' });
    const { statusCode, body } = await app.inject(`/colectivos/${slug}`);
    expect(statusCode).toBe(200);
    expect(body).toContain(`<p>/colectivos/${slug}: Limpieza</p>`);
    expect(body).toContain('<title>Río Vivo · Minga</title>');
    expect(body).toContain(`<link rel="canonical" href="http://minga.example/colectivos/${slug}">`);
    expect(body).toContain(
      `type="text/calendar" title="Río Vivo (calendario)" href="/colectivos/${slug}.ics"`,
    );
    expect(body).toContain('<meta property="og:title" content="Río Vivo">');
    expect(body).toContain('content="Popayán. Limpiamos &lt;/script&gt; &quot;&gt;&lt;b&gt;&amp;"');
    expect(body).not.toContain(hostile);
  });

  it('is renewed when it gets a follower, it is edited, or an activity appears', async () => {
    const { slug, id } = await aCollective(db);
    const read = async () => (await app.inject(`/colectivos/${slug}`)).body;
    const first = await read();
    const { user } = await signedIn(db);
    await db
      .insert(collectiveFollowers)
      .values({ collectiveId: id, userId: user.id, mail: 'nunca', createdAt: new Date() });
    await expect.poll(read).toContain('&quot;followers&quot;:1'.replaceAll('&quot;', '"'));
    await db.update(collectives).set({ name: 'Otro nombre' }).where(eq(collectives.id, id));
    await expect.poll(read).toContain('<title>Otro nombre · Minga</title>');
    await anActivity(db, { collectiveId: id, title: 'Recién publicada' });
    await expect.poll(read).toContain('Recién publicada');
    expect(await read()).not.toBe(first);
  });

  it.each(['held', 'inactive'] as const)(
    'is 404 while it is %s, and its activities do not name it',
    async status => {
      const { slug, id } = await aCollective(db, { status, name: 'Escondido' });
      const activity = await anActivity(db, { collectiveId: id });
      expect((await app.inject(`/colectivos/${slug}`)).statusCode).toBe(404);
      expect((await app.inject(`/colectivos/${slug}.rss`)).statusCode).toBe(404);
      expect((await app.inject(`/api/tasks/search?colectivo=${slug}`)).json()).toEqual([]);
      expect((await app.inject(`/actividades/${activity.id}`)).body).not.toContain('Escondido');
      expect((await app.inject('/sitemap.xml')).body).not.toContain(slug);
    },
  );

  it('is 410 once it is deleted, and 404 if it never existed', async () => {
    const owner = await signedIn(db);
    const { slug } = await aCollective(db, { ownerId: owner.user.id });
    await app.inject({ method: 'DELETE', url: `/api/collectives/${slug}`, headers: owner.headers });
    const gone = await app.inject(`/colectivos/${slug}`);
    expect([gone.statusCode, gone.body.includes('noindex')]).toEqual([410, true]);
    for (const path of ['/colectivos/ninguno', '/colectivos/%00', '/colectivos/Ñ'])
      expect([404, 400]).toContain((await app.inject(path)).statusCode);
  });

  it('is the organiser of its activities for search engines', async () => {
    const { slug, id, name } = await aCollective(db);
    const activity = await anActivity(db, { collectiveId: id });
    const { body } = await app.inject(`/actividades/${activity.id}`);
    expect(body).toContain(
      `"organizer":{"@type":"Organization","name":"${name}","url":"http://minga.example/colectivos/${slug}"}`,
    );
  });
});

describe('/colectivos', () => {
  it('lists the active ones, and is in the sitemap with them', async () => {
    const { slug, name } = await aCollective(db, { isVerified: true });
    const { body, statusCode } = await app.inject('/colectivos');
    expect([statusCode, body.includes(name)]).toEqual([200, true]);
    const sitemap = (await app.inject('/sitemap.xml')).body;
    expect(sitemap).toContain('<loc>http://minga.example/colectivos</loc>');
    expect(sitemap).toContain(`<loc>http://minga.example/colectivos/${slug}</loc><lastmod>`);
  });
});

describe('the feeds of a collective', () => {
  it('have what it has to come in each format, calendars also what has ended', async () => {
    const { slug, id, name } = await aCollective(db);
    await anActivity(db, { collectiveId: id, title: 'Segunda', date: new Date('2026-12-06T14:00:00Z') });
    await anActivity(db, { collectiveId: id, title: 'Primera', date: new Date('2026-12-05T14:00:00Z') });
    await anActivity(db, { collectiveId: id, title: 'Pasada', date: new Date('2026-11-01T14:00:00Z') });
    await anActivity(db, { title: 'De otros' });
    const [ics, rss, json] = await Promise.all(
      ['ics', 'rss', 'json'].map(format => app.inject(`/colectivos/${slug}.${format}`)),
    );
    expect(json?.json()).toMatchObject({
      title: `Minga: ${name}`,
      home_page_url: `http://minga.example/colectivos/${slug}`,
      feed_url: `http://minga.example/colectivos/${slug}.json`,
      items: [{ title: 'Primera' }, { title: 'Segunda' }],
    });
    const [channel] = childrenOf(parseXml(rss?.body ?? ''), 'channel');
    expect(childrenOf(channel, 'item').map(item => textOf(item, 'title'))).toEqual(['Primera', 'Segunda']);
    const events = parseCalendar(ics?.body ?? '').parts.filter(part => part.name === 'VEVENT');
    expect(events.map(({ properties }) => properties.SUMMARY)).toEqual(['Primera', 'Segunda', 'Pasada']);
    expect((await app.inject('/colectivos/ninguno.ics')).statusCode).toBe(404);
  });

  it('also the catalogue’s feeds and the search take a collective; an unknown one finds nothing', async () => {
    const { slug, id } = await aCollective(db);
    const { id: taskId } = await anActivity(db, { collectiveId: id });
    const found = async (query: string) =>
      (await app.inject(`/api/tasks/search?${query}`)).json().map(({ _id }: { _id: string }) => _id);
    expect(await found(`colectivo=${slug}`)).toEqual([taskId]);
    expect(await found(`colectivo=${slug}&q=zzzz`)).toEqual([]);
    expect(await found('colectivo=ninguno')).toEqual([]);
    const feed = (await app.inject(`/actividades.json?colectivo=${slug}`)).json();
    expect(feed.items).toHaveLength(1);
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'No' })
      .where(eq(activities.id, taskId));
    await expect.poll(() => found(`colectivo=${slug}`)).toEqual([]);
  });
});

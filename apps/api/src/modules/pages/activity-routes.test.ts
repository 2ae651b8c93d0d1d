import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { plainPng } from '../../../test/pictures.ts';
import { seriesCalls } from '../../../test/series-fixture.ts';
import { activityShortIds } from '../activities/paper-schema.ts';
import { activities } from '../activities/schema.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const { db } = app.platform;

const page = async (id: string, from = app) => {
  const { statusCode, body, headers } = await from.inject(`/actividades/${id}`);
  return { status: statusCode, body, type: headers['content-type'] };
};

/** The tags of the page's head as `name: content`, for instance `og:title`. */
const metaOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [...body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)].map(([, name, text = '']) => [
      name,
      text,
    ]),
  );

function eventOf(body: string) {
  const scripts = [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(scripts).toHaveLength(2);
  return JSON.parse(scripts[0]?.[1] ?? '');
}

/**
 * Returns the missing properties of schema.org's Event that search engines require or recommend (according to
 * developers.google.com/search/docs/appearance/structured-data/event), except those that an activity does not have (endDate,
 * performer).
 */
function faultsOf(event: ReturnType<typeof eventOf>): string[] {
  const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';
  const isUrl = (value: unknown) => isText(value) && /^https?:\/\/[^/]+\//.test(String(value));
  const rules: Record<string, boolean> = {
    '@context': event['@context'] === 'https://schema.org',
    '@type': event['@type'] === 'Event',
    name: isText(event.name),
    startDate: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}[+-]\d{2}:\d{2}$/.test(event.startDate),
    location: event.location?.['@type'] === 'Place' && isText(event.location.name),
    'location.address':
      event.location?.address?.['@type'] === 'PostalAddress' &&
      isText(event.location.address.streetAddress) &&
      event.location.address.addressCountry === 'CO',
    organizer: event.organizer?.['@type'] === 'Person' && isText(event.organizer.name),
    image: Array.isArray(event.image) && event.image.length > 0 && event.image.every(isUrl),
    description: isText(event.description),
    url: isUrl(event.url),
    eventStatus: event.eventStatus === 'https://schema.org/EventScheduled',
    eventAttendanceMode: event.eventAttendanceMode === 'https://schema.org/OfflineEventAttendanceMode',
    isAccessibleForFree: event.isAccessibleForFree === true,
    'organizer.url': isUrl(event.organizer?.url),
    offers:
      event.offers?.price === 0 &&
      isUrl(event.offers.url) &&
      event.offers.availability === 'https://schema.org/InStock',
  };
  return Object.keys(rules).filter(rule => rules[rule] !== true);
}

describe('/actividades/{id}', () => {
  it('has the accessibility as features of the place, and none without', async () => {
    const { id } = await anActivity(db, { accessibility: ['sin-escalones', 'sombra'] });
    const feature = { '@type': 'LocationFeatureSpecification', value: true };
    expect(eventOf((await page(id)).body).location.amenityFeature).toEqual([
      { ...feature, name: 'Sin escalones' },
      { ...feature, name: 'Sombra' },
    ]);
    const other = await anActivity(db);
    expect(eventOf((await page(other.id)).body).location).not.toHaveProperty('amenityFeature');
  });

  it('has the topics as keywords of the event, and none without topics', async () => {
    const { id } = await anActivity(db, { category: 'educacion', tags: ['río', '</script>'] });
    expect(eventOf((await page(id)).body).keywords).toEqual(['Educación', 'río', '</script>']);
    const { id: other } = await anActivity(db);
    expect(eventOf((await page(other)).body)).not.toHaveProperty('keywords');
  });

  describe('of an activity that was moved', () => {
    const [first, second, third] = ['2026-12-05', '2026-12-06', '2026-12-07'].map(
      day => `${day}T14:00:00.000Z`,
    );
    const MINUTE = 60_000;
    const local = (date: string | undefined) => date?.replace('T14:00:00.000Z', 'T09:00:00-05:00');

    /** Creates an activity that has been public since the day before, and edits its date at the given minutes after noon. */
    async function moved(edits: readonly (readonly [number, string | undefined])[], values = {}) {
      const { user, headers } = await signedIn(db);
      const publishedAt = new Date(NOON.getTime() - 24 * 60 * MINUTE);
      const { id } = await anActivity(db, {
        ownerId: user.id,
        date: new Date(first ?? ''),
        publishedAt,
        ...values,
      });
      for (const [minutes, date] of edits) {
        app.setNow(new Date(NOON.getTime() + minutes * MINUTE));
        const payload = { title: 'Minga', date };
        const reply = await app.inject({ method: 'PUT', url: `/api/tasks/${id}`, headers, payload });
        expect(reply.statusCode).toBe(200);
      }
      return id;
    }
    const statusOf = async (id: string) => {
      const { eventStatus, startDate, previousStartDate } = eventOf((await page(id)).body);
      return [eventStatus.replace('https://schema.org/', ''), startDate, previousStartDate];
    };
    afterEach(() => app.setNow(NOON));

    it.each([
      ['once', [[0, second]], second, first],
      // All edits within ten minutes count as one, as in the e-mail about the change.
      [
        'twice within ten minutes',
        [
          [0, second],
          [9, third],
        ],
        third,
        first,
      ],
      [
        'twice',
        [
          [0, second],
          [10, third],
        ],
        third,
        second,
      ],
      [
        'and back later',
        [
          [0, second],
          [10, first],
        ],
        first,
        second,
      ],
      [
        'and back at once',
        [
          [0, second],
          [9, first],
        ],
        first,
        undefined,
      ],
      [
        'and then forth and back at once',
        [
          [0, second],
          [20, third],
          [29, second],
        ],
        second,
        first,
      ],
      [
        'and edited since',
        [
          [0, second],
          [20, second],
          [40, second],
        ],
        second,
        first,
      ],
    ] as const)('%s says from when to when', async (_how, edits, now, before) => {
      const id = await moved(edits);
      const status = before === undefined ? 'EventScheduled' : 'EventRescheduled';
      expect(await statusOf(id)).toEqual([status, local(now), local(before)]);
    });

    it('says so as long as it is not over', async () => {
      const id = await moved([[0, second]]);
      app.setNow(new Date('2026-12-06T13:59:00.000Z'));
      expect(await statusOf(id)).toEqual(['EventRescheduled', local(second), local(first)]);
      app.setNow(new Date('2026-12-06T14:00:01.000Z'));
      expect(await statusOf(id)).toEqual(['EventScheduled', local(second), undefined]);
    });

    it('says that its calendar cancelled it, as the calendar file and the feed do', async () => {
      const { id } = await anActivity(db, { sourceHost: 'agenda.example', isSourceCancelled: true });
      expect((await statusOf(id))[0]).toBe('EventCancelled');
      expect((await app.inject(`/actividades/${id}.ics`)).body).toContain('STATUS:CANCELLED');
      const feed = (await app.inject('/actividades.ics')).body;
      const entry = feed.split('BEGIN:VEVENT').find(part => part.includes(id));
      expect(entry).toContain('STATUS:CANCELLED');
    });

    it('says nothing of dates that it had before it was published', async () => {
      const id = await moved([[0, second]], { publishedAt: null });
      await db.update(activities).set({ publishedAt: NOON }).where(eq(activities.id, id));
      expect(await statusOf(id)).toEqual(['EventScheduled', local(second), undefined]);
    });

    it('says it of each date of a series', async () => {
      const { published, edit } = seriesCalls(app);
      const { ids, owner } = await published();
      const dates = () => Promise.all(ids.map(statusOf));
      const before = await dates();
      await edit(ids[0] ?? '', 'all', { date: '2026-12-05T16:00:00.000Z' }, owner);
      expect(await dates()).toEqual(
        before.map(([, date]) => ['EventRescheduled', expect.not.stringContaining(date), date]),
      );
    });
  });

  it('has breadcrumbs', async () => {
    const { id } = await anActivity(db, { title: 'Siembra' });
    const { body } = await page(id);
    expect(body).toContain('"@type":"BreadcrumbList"');
    expect(body).toContain(
      `"position":2,"name":"Siembra","item":"${app.platform.publicUrl}/actividades/${id}"`,
    );
  });

  it('has the tags of a shared link', async () => {
    const { id } = await anActivity(db, { title: 'Siembra', revision: 3 });
    const { status, body } = await page(id);
    const url = `http://localhost:3000/actividades/${id}`;
    const description = 'sábado, 5 de diciembre de 2026, 9:00 a. m. · Parque Caldas. Traer agua y gorra.';
    const alt = 'Siembra. sábado, 5 de diciembre de 2026, 9:00\u00a0a.\u00a0m. · Parque Caldas';
    expect(status).toBe(200);
    expect(body).toContain('<title>Siembra · Minga</title>');
    expect(body).toContain(`<link rel="canonical" href="${url}">`);
    expect(body).toContain(`<link rel="alternate" type="text/calendar" href="/actividades/${id}.ics">`);
    expect(body).not.toContain('<!--');
    expect(metaOf(body)).toEqual({
      'minga:time-zone': 'America/Bogota',
      referrer: 'same-origin',
      description,
      'og:type': 'website',
      'og:site_name': 'Minga',
      'og:locale': 'es_CO',
      'og:title': 'Siembra',
      'og:description': description,
      'og:url': url,
      'og:image': `${url}/og.png?v=3`,
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': alt,
      'twitter:card': 'summary_large_image',
      'twitter:title': 'Siembra',
      'twitter:description': description,
      'twitter:image': `${url}/og.png?v=3`,
      'twitter:image:alt': alt,
    });
  });

  it('shares the photo of an activity that has one', async () => {
    const { images } = app.platform;
    const photo = await images.save(await plainPng(64, 64));
    await images.claim(db, photo.id);
    const { id } = await anActivity(db, { title: '¿Vienes?', imageId: photo.id });
    const { body } = await page(id);
    const shared = metaOf(body)['og:image'] ?? '';
    expect(metaOf(body)).toMatchObject({
      'og:image:type': 'image/jpeg',
      'og:image:alt': 'Imagen de «¿Vienes?»',
      'twitter:image': shared,
    });
    expect(eventOf(body).image).toEqual([shared]);
    const reply = await app.inject(new URL(shared).pathname);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/jpeg']);
  });

  // docs/rules.md R7.2
  it('is an event of schema.org with all properties, even of a sparse activity', async () => {
    const { user } = await signedIn(db, { username: 'Luz' });
    const activity = await anActivity(db, { ownerId: user.id, title: 'Siembra' });
    const event = eventOf((await page(activity.id)).body);
    expect(faultsOf(event)).toEqual([]);
    expect(event).toMatchObject({
      name: 'Siembra',
      startDate: '2026-12-05T09:00:00-05:00',
      location: { name: 'Parque Caldas' },
      organizer: { name: 'Luz' },
      description: 'Traer agua y gorra.',
    });
    expect(JSON.stringify(event)).not.toContain(user.email);
    const bare = await anActivity(db, { description: '', place: '', responsible: [] });
    const least = eventOf((await page(bare.id)).body);
    expect(faultsOf(least)).toEqual([]);
    expect(least.location.name).toBe('Por confirmar');
  });

  it('escapes all text', async () => {
    const title = 'Minga </title></script><script>alert(1)</script> "$&" <!--head--> & más';
    const hostile = '"><img src=x onerror=alert(1)>';
    const activity = await anActivity(db, {
      title,
      description: `</script><b>x</b>${hostile}\u2028`,
      place: hostile,
    });
    const { body } = await page(activity.id);
    expect(body).toContain('<title>Minga &lt;/title&gt;&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    // The scripts contain the event, the breadcrumbs and the initial data.
    expect(body.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/ld+json">',
      '<script type="application/ld+json">',
      '<script type="application/json" id="initial-data">',
    ]);
    expect(body).not.toContain('<img');
    expect(metaOf(body)['og:title']).toContain('&quot;$&amp;&quot; &lt;!--head--&gt; &amp; más');
    expect(eventOf(body)).toMatchObject({ name: title, location: { name: hostile } });
  });

  // docs/rules.md R3.8
  it('responds with 410 for a deleted public activity, and with 404 for one that was never public', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, title: 'Secreta' });
    await app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers: owner.headers });
    const { status, body, type } = await page(id);
    expect([status, type]).toEqual([410, 'text/html; charset=utf-8']);
    expect(body).toContain('<title>Esta actividad fue eliminada · Minga</title>');
    expect(body).toContain('<div id="root" data-server-rendered><p>Eliminada</p></div>');
    expect(metaOf(body).robots).toBe('noindex');
    expect(body).not.toContain('Secreta');

    const waiting = await signedIn(prior.platform.db);
    const unseen = await anActivity(prior.platform.db, { ownerId: waiting.user.id });
    expect((await page(unseen.id, prior)).status).toBe(404);
    await prior.inject({ method: 'DELETE', url: `/api/tasks/${unseen.id}`, headers: waiting.headers });
    expect((await page(unseen.id, prior)).status).toBe(404);
  });

  it('responds with 404 for a rejected, unknown or malformed one, without its content', async () => {
    const { id } = await anActivity(db, { title: 'Secreta' });
    expect((await page(id)).status).toBe(200);
    await db
      .update(activities)
      .set({ status: 'rejected', rejectionReason: 'No' })
      .where(eq(activities.id, id));
    for (const each of [id, '0197a000-0000-7000-8000-000000000000', 'uno', '%00', `${id}.icsx`]) {
      const { status, body } = await page(each);
      expect([status, body.includes('Secreta')]).toEqual([404, false]);
      expect(body).toContain('<div id="root" data-server-rendered><p>Desconocida</p></div>');
    }
    // The server sends the owner an empty document, because the app renders a rejected activity.
    const { headers } = await signedIn(db);
    const { body } = await app.inject({ url: `/actividades/${id}`, headers });
    expect(body).toContain('<div id="root"></div>');
  });
});

describe('/a/{shortId}', () => {
  const UNUSED = 'ZZZZZZZ';

  async function shortOf(id: string, from = app) {
    const [row] = await from.platform.db
      .select({ shortId: activityShortIds.shortId })
      .from(activityShortIds)
      .where(eq(activityShortIds.activityId, id));
    if (row === undefined) throw new Error('the activity has no short identifier');
    return row.shortId;
  }

  const visit = async (typed: string, from = app, headers = {}) => {
    const { statusCode, headers: sent, body } = await from.inject({ url: `/a/${typed}`, headers });
    return { status: statusCode, to: sent.location, body };
  };

  it('leads to the activity, as it is typed from paper', async () => {
    const { id } = await anActivity(db);
    await db.update(activityShortIds).set({ shortId: '01AB10Z' }).where(eq(activityShortIds.activityId, id));
    const to = `/actividades/${id}`;
    for (const typed of ['01AB10Z', '01ab10z', 'OIABLOZ', 'oiabloz', 'olabi0Z'])
      expect(await visit(typed)).toMatchObject({ status: 302, to });
    expect((await app.inject(`/a/01AB10Z`)).headers['cache-control']).toBe('private, no-cache');
    // A full stop at the end of a sentence, and capitals in the path.
    for (const url of ['/a/01AB10Z.', '/A/01AB10Z', '/a/01AB10Z/']) {
      const { statusCode, headers } = await app.inject(url);
      expect([statusCode, headers.location]).toEqual([308, '/a/01AB10Z']);
    }
  });

  it('is 404 if no activity has had it', async () => {
    const { id } = await anActivity(db);
    const shortId = await shortOf(id);
    for (const typed of [UNUSED, 'uno', '%00', shortId.slice(1), `${shortId}0`, id])
      expect((await visit(typed)).status).toBe(404);
  });

  it('leads to a hidden activity only for viewers who may see it', async () => {
    const [owner, other] = await Promise.all([signedIn(prior.platform.db), signedIn(prior.platform.db)]);
    const admin = await signedIn(prior.platform.db, { role: 'admin' });
    const { id } = await anActivity(prior.platform.db, { ownerId: owner.user.id });
    const typed = await shortOf(id, prior);
    expect((await visit(typed, prior)).status).toBe(404);
    expect((await visit(typed, prior, other.headers)).status).toBe(404);
    for (const { headers } of [owner, admin])
      expect(await visit(typed, prior, headers)).toMatchObject({ status: 302, to: `/actividades/${id}` });
  });

  it('is 410 with the page of a deleted activity, and 404 if it was never public', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, title: 'Secreta' });
    const typed = await shortOf(id);
    await app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers: owner.headers });
    const { status, body } = await visit(typed);
    expect([status, body.includes('Secreta')]).toEqual([410, false]);
    expect(body).toContain('<title>Esta actividad fue eliminada · Minga</title>');
    expect(body).toContain(`<meta http-equiv="refresh" content="0; url=/actividades/${id}">`);
    expect(body).toContain('<p>Eliminada</p>');

    const waiting = await signedIn(prior.platform.db);
    const unseen = await anActivity(prior.platform.db, { ownerId: waiting.user.id });
    const hidden = await shortOf(unseen.id, prior);
    await prior.inject({ method: 'DELETE', url: `/api/tasks/${unseen.id}`, headers: waiting.headers });
    expect((await visit(hidden, prior)).status).toBe(404);
  });
});

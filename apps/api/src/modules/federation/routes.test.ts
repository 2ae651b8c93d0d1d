import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aCollective, anActivity, anOccurrence, aUser } from '../../../test/factories.ts';
import { pollingTasks } from '../../pollers.ts';
import { activities } from '../activities/schema.ts';
import { federationKeys, federationObjects } from './schema.ts';

const ORIGIN = 'https://minga.example.org';
const SITE = { PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1000000' };
const database = await testDatabase();
const here = await testApp({ ...SITE, FEDERATION: 'on' }, database);
const there = await testApp({ ...SITE, FEDERATION: 'on' }, database);
const off = await testApp(SITE, database);
const { db } = here.platform;

beforeEach(async () => {
  await db.delete(federationObjects);
  await db.delete(activities);
});

const PATHS = [
  '/.well-known/webfinger?resource=acct:minga@minga.example.org',
  '/.well-known/nodeinfo',
  '/nodeinfo/2.1',
  '/ap/sitio',
  '/ap/sitio/outbox',
  '/ap/sitio/followers',
];

it.each(PATHS)('%s does not exist without federation', async path => {
  expect((await off.get(path)).statusCode).toBe(404);
  const response = await here.get(path);
  expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([200, '*']);
});

describe('discovery', () => {
  it.each([
    'acct:minga@minga.example.org',
    'acct:Minga@MINGA.example.org',
    `${ORIGIN}/ap/sitio`,
    ORIGIN,
    `${ORIGIN}/`,
  ])('finds the site as %s', async resource => {
    const response = await here.get(`/.well-known/webfinger?resource=${encodeURIComponent(resource)}`);
    expect(response.headers['content-type']).toMatch(/^application\/jrd\+json/);
    expect(response.json()).toMatchObject({
      subject: 'acct:minga@minga.example.org',
      links: expect.arrayContaining([
        { rel: 'self', type: 'application/activity+json', href: `${ORIGIN}/ap/sitio` },
      ]),
    });
  });

  it.each([
    ['?resource=acct:ana@minga.example.org', 404],
    ['?resource=acct:minga@other.example.org', 404],
    ['?resource=acct:minga', 404],
    ['?resource=', 400],
    ['', 400],
    ['?resource=a&resource=b', 400],
  ])('%s: %i', async (query, status) => {
    expect((await here.get(`/.well-known/webfinger${query}`)).statusCode).toBe(status);
  });

  it('names the software', async () => {
    const { links } = (await here.get('/.well-known/nodeinfo')).json();
    const { href } = links.find(({ rel }: { rel: string }) => rel.endsWith('/schema/2.1'));
    await anActivity(db);
    const document = (await here.get(href.slice(ORIGIN.length))).json();
    expect(document).toMatchObject({
      version: '2.1',
      protocols: ['activitypub'],
      software: { name: 'minga' },
      usage: { localPosts: 1 },
    });
  });
});

describe('the actor', () => {
  it('is an application with one key pair, whichever process makes it first', async () => {
    const documents = await Promise.all([here, there, here, there].map(app => app.get('/ap/sitio')));
    const keys = documents.map(response => response.json().publicKey.publicKeyPem);
    expect(new Set(keys).size).toBe(1);
    expect(await db.$count(federationKeys)).toBe(1);
    const [first] = documents;
    expect(first?.headers['content-type']).toMatch(/^application\/activity\+json/);
    expect(first?.json()).toMatchObject({
      id: `${ORIGIN}/ap/sitio`,
      type: 'Application',
      preferredUsername: 'minga',
      name: 'Minga',
      inbox: `${ORIGIN}/ap/inbox`,
      endpoints: { sharedInbox: `${ORIGIN}/ap/inbox` },
      icon: { mediaType: 'image/png', url: `${ORIGIN}/icons/app-512.png` },
      publicKey: { id: `${ORIGIN}/ap/sitio#main-key`, owner: `${ORIGIN}/ap/sitio` },
    });
    expect(first?.body).not.toContain('PRIVATE');
  });

  it('tells the number of its followers, not who they are', async () => {
    const document = (await here.get('/ap/sitio/followers')).json();
    expect(document).toEqual({
      '@context': 'https://www.w3.org/ns/activitystreams',
      id: `${ORIGIN}/ap/sitio/followers`,
      type: 'OrderedCollection',
      totalItems: 0,
    });
  });
});

const objectOf = (id: string) => here.get(`/ap/actividades/${id}`);

describe('an activity', () => {
  it('is described as servers need it, without a person', async () => {
    const owner = await aUser(db, { username: 'Rosalbina' });
    const { id: collectiveId } = await aCollective(db, { name: 'Río Limpio', slug: 'rio-limpio' });
    const { id } = await anActivity(db, {
      ownerId: owner.id,
      collectiveId,
      title: 'Siembra',
      responsible: ['Fidelino'],
      description: 'Trae agua.\n\nY <gorra>.',
      place: 'Parque Caldas',
      category: 'salud',
      tags: ['agua limpia'],
      date: new Date('2026-12-05T14:00:00.000Z'),
      endDate: new Date('2026-12-05T17:00:00.000Z'),
      latitude: 2.44,
      longitude: -76.61,
      capacity: 20,
      publishedAt: NOON,
      createdAt: NOON,
      updatedAt: NOON,
    });
    const response = await objectOf(id);
    const { summary, ...document } = response.json();
    expect(summary.replaceAll('\u00a0', ' ')).toBe(
      'sábado, 5 de diciembre de 2026, 9:00 a. m., hasta las 12:00 p. m. · Parque Caldas · Organiza: Río Limpio · Trae agua. Y &lt;gorra&gt;.',
    );
    expect(document).toEqual({
      '@context': expect.any(Array),
      id: `${ORIGIN}/ap/actividades/${id}`,
      type: 'Event',
      name: 'Siembra',
      url: `${ORIGIN}/actividades/${id}`,
      attributedTo: `${ORIGIN}/ap/sitio`,
      to: ['https://www.w3.org/ns/activitystreams#Public'],
      cc: [`${ORIGIN}/ap/sitio/followers`],
      published: '2026-11-21T12:00:00-05:00',
      updated: '2026-11-21T12:00:00-05:00',
      startTime: '2026-12-05T09:00:00-05:00',
      endTime: '2026-12-05T12:00:00-05:00',
      timezone: 'America/Bogota',
      content: '<p>Trae agua.</p><p>Y &lt;gorra&gt;.</p>',
      location: {
        type: 'Place',
        name: 'Parque Caldas',
        address: 'Parque Caldas',
        latitude: 2.44,
        longitude: -76.61,
      },
      tag: [{ type: 'Hashtag', name: '#agualimpia', href: `${ORIGIN}/calendario?etiqueta=agua%20limpia` }],
      attachment: [],
      category: 'HEALTH',
      eventStatus: 'CONFIRMED',
      'ical:status': 'CONFIRMED',
      joinMode: 'external',
      externalParticipationUrl: `${ORIGIN}/actividades/${id}`,
      organizers: {
        type: 'Collection',
        totalItems: 1,
        items: [{ type: 'Organization', name: 'Río Limpio', url: `${ORIGIN}/colectivos/rio-limpio` }],
      },
      maximumAttendeeCapacity: 20,
      remainingAttendeeCapacity: 20,
    });
    expect(response.body).not.toMatch(/Rosalbina|Fidelino/);
  });

  it('has the place of the site without one, and an empty text', async () => {
    const { id } = await anActivity(db, { place: '', description: '' });
    expect((await objectOf(id)).json()).toMatchObject({
      content: '',
      tag: [],
      attachment: [],
      category: 'MEETING',
      location: { name: 'Popayán', address: 'Popayán' },
    });
  });

  it('that a calendar has cancelled says so', async () => {
    const { id } = await anActivity(db, { isSourceCancelled: true, sourceHost: 'example.org' });
    expect((await objectOf(id)).json()).toMatchObject({
      eventStatus: 'CANCELLED',
      'ical:status': 'CANCELLED',
    });
  });

  it('keeps the name of a held or deactivated collective', async () => {
    for (const status of ['held', 'inactive'] as const) {
      const { id: collectiveId } = await aCollective(db, { status, name: 'Río Revuelto' });
      const { id } = await anActivity(db, { collectiveId });
      expect((await objectOf(id)).body).not.toContain('Río Revuelto');
    }
  });

  it.each([
    ['rejected', { status: 'rejected', rejectionReason: 'No' }],
    ['held', { status: 'held', holdKind: 'first', holdTerm: '' }],
    ['with a private location', { isLocationPrivate: true }],
    ['switched off', { isFederated: false }],
  ] as const)('that is %s is unknown', async (_what, fields) => {
    const { id } = await anActivity(db, fields);
    expect((await objectOf(id)).statusCode).toBe(404);
    const page = await here.get(`/actividades/${id}`);
    expect(page.body).not.toContain('application/activity+json');
    expect((await here.get('/ap/sitio/outbox')).json()).toMatchObject({ totalItems: 0 });
  });

  it.each(['x', '%00', '0199d7a2-6f3e-7c1b-9a55-0d6b1c6f2a10', '../sitio', "' or 1=1"])(
    '%s is unknown',
    async id => {
      expect((await objectOf(encodeURIComponent(id))).statusCode).toBe(404);
    },
  );

  it('is named by its page', async () => {
    const { id } = await anActivity(db);
    const link = (version: string) =>
      `<link rel="alternate" type="application/activity+json" href="${ORIGIN}/ap/actividades/${id}${version}">`;
    expect((await here.get(`/actividades/${id}`)).body).toContain(link(''));
    expect((await off.get(`/actividades/${id}`)).body).not.toContain('activity+json');
  });

  it('has a new address after its end was told, and its former one is gone', async () => {
    const { id } = await anActivity(db);
    const times = { publishedAt: NOON, updatedAt: NOON };
    await db.insert(federationObjects).values({ activityId: id, version: 1, document: null, ...times });
    expect((await here.get(`/actividades/${id}`)).body).toContain(`/ap/actividades/${id}-2"`);
    const gone = await objectOf(id);
    expect([gone.statusCode, gone.json()]).toEqual([
      410,
      expect.objectContaining({
        id: `${ORIGIN}/ap/actividades/${id}`,
        type: 'Tombstone',
        formerType: 'Event',
      }),
    ]);
    const facts = { startTime: '', place: '', isCancelled: false };
    await db.update(federationObjects).set({ version: 2, document: {}, facts });
    expect([(await objectOf(id)).statusCode, (await objectOf(`${id}-2`)).statusCode]).toEqual([410, 200]);
    expect((await objectOf(`${id}-3`)).statusCode).toBe(404);
    await db.delete(activities).where(eq(activities.id, id));
    // Its end is not told yet.
    expect((await objectOf(`${id}-2`)).statusCode).toBe(404);
  });

  it('is answered with 304 if it is unchanged', async () => {
    const { id } = await anActivity(db);
    const first = await objectOf(id);
    const again = await here.get(`/ap/actividades/${id}`, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, first.headers['cache-control']]).toEqual([304, 'no-cache']);
  });
});

describe('the outbox', () => {
  it('has the newest activities to come, and of a series the next date', async () => {
    const next = await anOccurrence(db);
    await anActivity(db, {
      seriesId: next.seriesId,
      seriesIndex: 2,
      date: new Date('2026-12-12T14:00:00.000Z'),
    });
    const { id } = await anActivity(db, { title: 'Siembra' });
    await anActivity(db, { title: 'Pasada', date: new Date('2026-11-01T14:00:00.000Z') });
    const { totalItems, first } = (await here.get('/ap/sitio/outbox')).json();
    expect(totalItems).toBe(2);
    expect(
      first.orderedItems.map(({ type, object }: { type: string; object: { id: string } }) => [
        type,
        object.id,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['Create', `${ORIGIN}/ap/actividades/${id}`],
        ['Create', `${ORIGIN}/ap/actividades/${next.id}`],
      ]),
    );
  });

  it('is never longer than its page', async () => {
    for (let count = 0; count < 22; count += 1) await anActivity(db);
    const { totalItems, first } = (await here.get('/ap/sitio/outbox')).json();
    expect([totalItems, first.orderedItems.length]).toEqual([22, 20]);
  });
});

it('no poll does anything without federation', async () => {
  const tasks = pollingTasks(off.platform);
  await anActivity(db);
  await tasks.federation(AbortSignal.timeout(10_000));
  await tasks.deliveries(AbortSignal.timeout(10_000));
  expect(await db.$count(federationObjects)).toBe(0);
});

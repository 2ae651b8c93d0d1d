import { afterAll, describe, expect, it } from 'vitest';
import { type Json, PUBLIC, problemsOf, senderAt } from '../../../test/activity-problems.ts';
import { federationPeer, peerKeys } from '../../../test/federation-peer.ts';
import { type PublishedKey, problemsOfSignature, signedByDraft } from '../../../test/peer-signatures.ts';
import { receiverOf } from '../../../test/peer-software.ts';

const ORIGIN = 'https://minga.example.org';
const sender = senderAt(ORIGIN);
const { actor, followers } = sender;
const audience = { to: [PUBLIC], cc: [followers] };

const event: Json = {
  id: `${ORIGIN}/ap/actividades/1`,
  type: 'Event',
  name: 'Siembra',
  url: `${ORIGIN}/actividades/1`,
  attributedTo: actor,
  ...audience,
  published: '2026-11-21T12:00:00-05:00',
  updated: '2026-11-21T12:00:00-05:00',
  startTime: '2026-12-05T09:00:00-05:00',
  endTime: '2026-12-05T12:00:00-05:00',
  timezone: 'America/Bogota',
  summary: 'Sábado 5 de diciembre',
  content: '',
  location: { type: 'Place', name: 'Parque Caldas', address: 'Popayán', latitude: 2.44, longitude: -76.61 },
  tag: [{ type: 'Hashtag', name: '#ambiente' }],
  attachment: [{ type: 'Image', mediaType: 'image/jpeg', url: `${ORIGIN}/api/images/1` }],
  category: 'OUTDOORS_ADVENTURE',
  eventStatus: 'CONFIRMED',
  'ical:status': 'CONFIRMED',
  joinMode: 'external',
  externalParticipationUrl: `${ORIGIN}/actividades/1`,
  maximumAttendeeCapacity: 20,
  remainingAttendeeCapacity: 5,
};
const [image] = event.attachment as Json[];
const note: Json = {
  id: `${ORIGIN}/ap/notas/1`,
  type: 'Note',
  attributedTo: actor,
  ...audience,
  published: '2026-11-21T12:00:00-05:00',
  content: '<p>Nueva fecha</p>',
  inReplyTo: event.id,
};
const tombstone: Json = { id: event.id, type: 'Tombstone', formerType: 'Event' };

const activity = (type: string, object: unknown): Json => ({
  '@context': 'https://www.w3.org/ns/activitystreams',
  id: `${ORIGIN}/ap/mensajes/1`,
  type,
  actor,
  object,
  ...audience,
});
const create = (changes: Json = {}) => activity('Create', { ...event, ...changes });

describe('problems of an activity', () => {
  it.each([
    ['Create', create()],
    ['Update', activity('Update', event)],
    ['Delete', activity('Delete', tombstone)],
    ['Delete of a note', activity('Delete', { id: note.id, type: 'Tombstone', formerType: 'Note' })],
    ['Announce', activity('Announce', event.id)],
    ['Note', activity('Create', note)],
    ['Accept', activity('Accept', { id: 'https://otra.example/1', type: 'Follow' })],
    ['an event without optional fields', create({ attachment: [], tag: [], summary: 'x' })],
  ])('has none in %s', (_what, whole) => {
    expect(problemsOf(whole, sender)).toEqual([]);
  });

  const place = event.location as Json;
  it.each<[string, Json]>([
    ['`tag` must be a list', create({ tag: { type: 'Hashtag', name: '#a' } })],
    ['`attachment` must be a list', create({ attachment: undefined })],
    ['`content` must always be text', create({ content: null })],
    ['`summary` must be text', create({ summary: undefined })],
    ['`name` must have 3 to 200 characters', create({ name: 'No' })],
    ['`location` must be a Place', create({ location: 'Parque Caldas' })],
    ['The place has no name', create({ location: { ...place, name: '' } })],
    [
      'The address of the place must be text',
      create({ location: { ...place, address: { streetAddress: 'Calle 5' } } }),
    ],
    ['Latitude and longitude must be numbers', create({ location: { ...place, latitude: '2.44' } })],
    ['a time of 25 characters', create({ startTime: '2026-12-05T14:00:00Z' })],
    ['a time of 25 characters', create({ published: '2026-12-05T14:00:00.000-05:00' })],
    ['is no local time of', create({ startTime: '2026-12-05T14:00:00+00:00' })],
    ['`endTime` is before `startTime`', create({ endTime: '2026-12-04T09:00:00-05:00' })],
    ['`timezone` is missing', create({ timezone: undefined })],
    ['is no local time of', create({ timezone: 'America/Popayan' })],
    ['`to` of Event must be a list with Public', create({ to: PUBLIC })],
    ['`cc` of Event must be a list', create({ cc: [] })],
    ['`to` of Create must be a list', { ...create(), to: [followers] }],
    ['`attributedTo` is not the owner', create({ attributedTo: `${ORIGIN}/ap/colectivos/1` })],
    ['`actor` is not the owner', { ...create(), actor: `${ORIGIN}/ap/otra` }],
    ['name of a tag must begin with #', create({ tag: [{ type: 'Hashtag', name: 'ambiente' }] })],
    ['A tag must be a Hashtag', create({ tag: ['#ambiente'] })],
    ['must have a `mediaType`', create({ attachment: [{ type: 'Image', url: `${ORIGIN}/1` }] })],
    ['first attachment must be the picture', create({ attachment: [{ ...image, type: 'Link' }] })],
    ['`mediaType` of one', create({ attachment: [{ ...image, mediaType: 'text/html' }] })],
    ['attachment must be on our host', create({ attachment: [{ ...image, url: 'https://otra.example/1' }] })],
    ['`joinMode` must be external', create({ joinMode: 'free' })],
    ['`externalParticipationUrl` must be', create({ externalParticipationUrl: undefined })],
    ['`eventStatus` must be', create({ eventStatus: 'cancelled' })],
    ['`ical:status`, which Mobilizon reads', create({ eventStatus: 'CANCELLED' })],
    ['`category` must be one of Mobilizon', create({ category: 'ambiente' })],
    ['The capacity and what remains', create({ remainingAttendeeCapacity: -1 })],
    ['`url` must be on our host', create({ url: 'https://otra.example/1' })],
    ['The event has no id on our host', create({ id: 'https://minga.example.org.otra.example/1' })],
    ['The activity has no id on our host', { ...create(), id: undefined }],
    ['`@context` does not name', { ...create(), '@context': undefined }],
    ['`contacts` is no key of an event', create({ contacts: ['Ana'] })],
    ['an e-mail address', create({ content: '<p>Escribe a ana@example.org</p>' })],
    ['a telephone number', create({ summary: 'Llama al 300 123 4567' })],
    ['A Tombstone must have the `formerType`', activity('Delete', { ...tombstone, formerType: undefined })],
    ['A Tombstone must not have `name`', activity('Delete', { ...tombstone, name: 'Siembra' })],
    ['must be a Tombstone', activity('Delete', event)],
    ['must be a Tombstone', activity('Delete', event.id)],
    ['A note must be short', activity('Create', { ...note, content: 'a'.repeat(501) })],
    ['A note must have `inReplyTo`', activity('Create', { ...note, inReplyTo: undefined })],
    ['An Announce must have the id', activity('Announce', event)],
    ['The object of Update is no Event', activity('Update', note)],
    ['A Minga sends no Like', activity('Like', event.id)],
    ['The object is no Follow', activity('Accept', 'https://otra.example/1')],
  ])('finds: %s', (problem, broken) => {
    expect(problemsOf(broken, sender).join('\n')).toContain(problem);
  });
});

describe('problems of a signature', () => {
  const keys = peerKeys();
  const now = new Date('2026-11-21T17:00:00Z');
  const body = JSON.stringify(create());
  const signable = { method: 'POST', url: 'https://otra.example/inbox?a=b', body } as const;
  const signing = { keyId: `${actor}#main-key`, privateKey: keys.privateKey, now };
  const published: PublishedKey = { owner: actor, publicKeyPem: keys.publicKey };

  const problemsAfter = (headers: Record<string, string>, with_: { body?: string; owner?: string } = {}) =>
    problemsOfSignature(
      { method: 'POST', path: '/inbox?a=b', headers, body: with_.body ?? body },
      async () => ({ ...published, owner: with_.owner ?? actor }),
      now,
    );
  const headers = signedByDraft(signable, signing);

  it('has none if all is right', async () => {
    expect(await problemsAfter(headers)).toEqual([]);
  });

  it.each([
    ['no draft-cavage signature', { ...headers, signature: '' }, {}],
    ['The digest is not that of the body', headers, { body: `${body} ` }],
    ['does not match', { ...headers, host: 'tercera.example' }, {}],
    ['does not cover digest', { ...headers, signature: headers.signature?.replace(' digest', '') ?? '' }, {}],
    ['is unknown to Mastodon', { ...headers, signature: headers.signature?.replace('256', '1') ?? '' }, {}],
    ['belongs to another', headers, { owner: `${ORIGIN}/ap/otra` }],
    ['hour or more away', signedByDraft(signable, { ...signing, now: new Date(0) }), {}],
    ['format of HTTP', { ...headers, date: now.toISOString() }, {}],
  ])('finds: %s', async (problem, changed, with_) => {
    expect((await problemsAfter(changed, with_)).join('\n')).toContain(problem);
  });
});

describe('software', () => {
  const surroundings = (status = 200, isTrusted = true) => ({
    shown: [],
    unlisted: new Set<string>(),
    isTrusted,
    fetchObject: async () => ({ status, object: status === 200 ? event : null }),
  });

  it('Gancio rejects what its parser cannot read, and all until it trusts the sender', async () => {
    const gancio = receiverOf('Gancio');
    const place = surroundings();
    expect(await gancio(create({ tag: event.location }), place)).toBe(400);
    expect(await gancio(create({ attachment: [{ type: 'Link' }] }), place)).toBe(400);
    expect(await gancio(activity('Update', event), place)).toBe(404);
    expect(await gancio(create(), place)).toBe(201);
    expect(await gancio(activity('Update', { ...event, attachment: undefined }), place)).toBe(500);
    expect(await gancio(activity('Delete', { ...tombstone, formerType: undefined }), place)).toBe(404);
    expect(place.shown).toHaveLength(1);
    expect(await gancio(activity('Delete', tombstone), place)).toBe(201);
    expect(place.shown).toEqual([]);
    expect(await gancio(create(), surroundings(200, false))).toBe(404);
  });

  it('Mobilizon shows an event twice that is created and announced, and deletes only what is gone', async () => {
    const mobilizon = receiverOf('MOBILIZON');
    const place = surroundings();
    await mobilizon(create(), place);
    expect(place.shown).toEqual([]);
    await mobilizon(activity('Announce', event.id), place);
    expect(place.shown).toHaveLength(2);
    for (const status of [200, 404]) {
      await mobilizon(activity('Delete', tombstone), {
        ...place,
        ...surroundings(status),
        shown: place.shown,
      });
      expect(place.shown).toHaveLength(2);
    }
    await mobilizon(activity('Delete', tombstone), { ...surroundings(410), shown: place.shown });
    expect(place.shown).toEqual([]);
  });

  it('Mastodon ignores updates of events', async () => {
    const place: { shown: { object: Json }[] } & ReturnType<typeof surroundings> = surroundings();
    await receiverOf('mastodon')(create(), place);
    await receiverOf('mastodon')(activity('Update', { ...event, name: 'Otra' }), place);
    expect(place.shown).toMatchObject([{ object: { name: 'Siembra' } }]);
  });
});

describe('a peer', async () => {
  const keys = peerKeys();
  const [one, other] = [await federationPeer({ software: 'Mastodon', keys }), await federationPeer({ keys })];
  afterAll(() => Promise.all([one.stop(), other.stop()]));
  const origin = `http://${other.host}`;

  it('verifies what another signed, by the key that it fetches', async () => {
    const [sending] = other.actors;
    const follow = { id: `${origin}/1`, type: 'Follow', actor: sending?.id, object: 'x' };
    expect(await other.send(`http://${one.host}/inbox`, follow)).toBe(202);
    expect(await other.send(`http://${one.host}/inbox`, follow, { scheme: 'rfc9421' })).toBe(202);
    const [first, second] = one.received.map(({ problems }) => problems.join('\n'));
    expect(first).not.toMatch(/signature|digest|key cannot/);
    expect(second).toContain('no draft-cavage signature');
    expect(other.requests.actors).toBe(1);
  });

  it('responds as the test says', async () => {
    one.respond(() => 410);
    expect(await other.send(`http://${one.host}/inbox`, create())).toBe(410);
    one.respond(() => null);
  });

  it('publishes its name, its actors and their keys', async () => {
    const read = async (url: string) => JSON.parse(await (await fetch(url)).text());
    const { links } = await read(`http://${one.host}/.well-known/nodeinfo`);
    expect(await read(links[0].href)).toMatchObject({ software: { name: 'Mastodon' } });
    const found = await read(`http://${one.host}/.well-known/webfinger?resource=acct:0@${one.host}`);
    const actorOf = await read(found.links[0].href);
    expect(actorOf).toMatchObject({ endpoints: { sharedInbox: `http://${one.host}/inbox` } });
    expect(actorOf.publicKey.publicKeyPem).toContain('BEGIN PUBLIC KEY');
  });
});

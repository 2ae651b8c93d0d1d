import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { nested } from '../../../../../../tests/fuzz/hostile-values.ts';
import { NOON, testApp } from '../../../../test/app.ts';
import { type RemoteActor, remoteServer, rsaPair, SITE, sendAs } from '../../../../test/remote-actors.ts';
import { federationDeliveries, federationFollowers, federationMessages, federationPeers } from '../schema.ts';
import { readSignature } from '../signature-rules.ts';
import { effectOf, parseActivity } from './rules.ts';

const app = await testApp({ FEDERATION: 'on', WEBHOOK_HOSTS: '127.0.0.1' });
const { db } = app.platform;
const server = await remoteServer();
afterAll(() => server.stop());
const actor = server.actor();
const stranger: RemoteActor = { ...server.actor(), keys: rsaPair() };

const stored = async () => [
  await db.$count(federationFollowers),
  await db.$count(federationPeers),
  await db.$count(federationMessages),
  await db.$count(federationDeliveries),
];

const SEED = 20_261_129;
const RUNS = 240;

const contexts: unknown[] = [
  'https://www.w3.org/ns/activitystreams',
  ['https://www.w3.org/ns/activitystreams', { '@language': 'es', toot: 'http://joinmastodon.org/ns#' }],
  { '@vocab': 'https://www.w3.org/ns/activitystreams#', Follow: 'as:Undo' },
  [[[]]],
  null,
  7,
];
const odd: unknown[] = [
  ...[
    '',
    ' ',
    '\0',
    `${actor.id}\0`,
    'a\0b',
    '\ud800',
    '\u202e',
    '😀',
    'ﷺ',
    `https://x.example/${'a'.repeat(5_000)}`,
  ],
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    '//127.0.0.1',
    'http://',
    'https://[::1]/',
    'https://127.0.0.1:5432/',
  ],
  ...[
    'https://10.0.0.1/',
    'https://user:secret@127.0.0.1/',
    `http://${server.host}/\ud800`,
    `http://${server.host}/%00`,
  ],
  ...[0, -0, 1e308, Number.MAX_SAFE_INTEGER, -1, true, null, [], {}, [[]], [{}]],
  ...[
    { id: 7 },
    { id: { id: actor.id } },
    { id: [actor.id] },
    { '@id': SITE },
    { href: SITE },
    { type: 'Link', href: SITE },
  ],
  ...[
    Array(10_000).fill(SITE),
    Array.from({ length: 10_000 }, (_, index) => ({ id: `${actor.id}/${index}` })),
  ],
  { toString: 'x', constructor: 'x', hasOwnProperty: 1 },
];
const ids: unknown[] = [actor.id, SITE, [actor.id], { id: actor.id }, `${actor.id}/1`];
const anything = fc.oneof(
  fc.constantFrom(...odd),
  fc.constantFrom(...ids),
  fc.jsonValue({ maxDepth: 5 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
);
const types = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      'Follow',
      'Undo',
      'Delete',
      'Accept',
      'Create',
      ['Follow'],
      ['Follow', 'Undo'],
    ),
  },
  { weight: 1, arbitrary: anything },
);
const object = fc.oneof(
  anything,
  fc.record({ id: anything, type: types, actor: anything, object: anything }, { requiredKeys: [] }),
);
const activity = fc.record(
  {
    '@context': fc.constantFrom(...contexts),
    id: fc.oneof(anything, fc.constant(`${actor.id}/1`)),
    type: types,
    actor: fc.oneof(
      { weight: 3, arbitrary: fc.constant<unknown>(actor.id) },
      { weight: 1, arbitrary: anything },
    ),
    object,
    to: anything,
    '@graph': anything,
  },
  { requiredKeys: ['actor', 'type'] },
);

const deep = (name: string) =>
  `{"type":"Follow","actor":"${actor.id}","id":"${actor.id}/1","${name}":${nested(100_000)}}`;
const texts = [
  ...['', '[]', 'null', '7', '"x"', '{', '\0', '{"type":"Follow"}', '\ufeff{}', nested(100_000)],
  ...['object', 'actor', '@context', 'id', '__proto__'].map(deep),
  `{"type":"Follow","actor":"${actor.id}","object":${'{"object":'.repeat(20_000)}1${'}'.repeat(20_000)}}`,
  `{"type":"Undo","actor":"${actor.id}","object":1e999,"published":${'9'.repeat(10_000)}}`,
  `{"type":"Follow","actor":"${actor.id}","actor":"https://third.example/x","object":"${SITE}","id":"${actor.id}/2"}`,
  `{"__proto__":{"type":"Follow"},"constructor":{"prototype":{"hostile":true}},"actor":"${actor.id}"}`,
];

describe('a hostile inbox', () => {
  it('responds to signed activities of any shape without a fault', async () => {
    const statuses = new Map<number, number>();
    const check = fc.asyncProperty(activity, async value => {
      const { statusCode } = await sendAs(app, actor, value as object);
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
      expect([202, 400, 401, 403, 413]).toContain(statusCode);
    });
    await fc.assert(check, { seed: SEED, numRuns: RUNS });
    expect(statuses.get(202)).toBeGreaterThan(50);
    for (const row of await db.select().from(federationFollowers)) expect(row.actor).toBe(actor.id);
  });

  it('responds to signed bodies of any kind without a fault', async () => {
    for (const text of texts) {
      const { statusCode } = await sendAs(app, actor, text);
      expect([text.slice(0, 40), [202, 400, 401, 403].includes(statusCode)]).toEqual([
        text.slice(0, 40),
        true,
      ]);
    }
  });

  it('stores nothing for what the actor has not signed', async () => {
    const before = await stored();
    const check = fc.asyncProperty(activity, async value => {
      const { statusCode } = await sendAs(app, stranger, { ...value, actor: stranger.id });
      expect([400, 401, 413]).toContain(statusCode);
    });
    await fc.assert(check, { seed: SEED, numRuns: RUNS / 4 });
    for (const text of texts) expect((await sendAs(app, stranger, text)).statusCode).toBeLessThan(500);
    expect(await stored()).toEqual(before);
  });

  it('responds 401 to hostile headers', async () => {
    const before = await stored();
    const header = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constantFrom(
        'keyId="x"',
        `keyId="${actor.keyId}",headers="(request-target) host date digest",signature=""`,
        'sig1=()',
      ),
      fc
        .array(fc.constantFrom('keyId="', '",', '=', '\\"', 'headers="', '(request-target)', ' ', ';', ':'))
        .map(parts => parts.join('')),
    );
    // Node rejects other characters itself.
    const sendable = header.map(text => text.replaceAll(/[^\x20-\x7e]/g, '?'));
    const headers = fc.record(
      { signature: sendable, 'signature-input': sendable, digest: sendable, date: sendable },
      { requiredKeys: [] },
    );
    const check = fc.asyncProperty(headers, async changes => {
      const { statusCode } = await sendAs(
        app,
        stranger,
        { type: 'Follow', actor: stranger.id, object: SITE },
        { headers: changes },
      );
      expect(statusCode).toBe(401);
    });
    await fc.assert(check, { seed: SEED, numRuns: RUNS / 2 });
    expect(await stored()).toEqual(before);
  });

  it('has pure rules that never throw', () => {
    const receiver = { scheme: 'https', hosts: ['minga.example'] };
    const text = fc.string({ unit: 'binary', maxLength: 200 });
    const check = fc.property(fc.jsonValue(), text, text, text, (value, signature, input, digest) => {
      const body = Buffer.from(JSON.stringify(value));
      const parsed = parseActivity(body);
      if (parsed !== null) effectOf(parsed, SITE);
      const headers = { signature, digest, 'signature-input': input };
      expect(readSignature({ target: '/ap/inbox', headers, body }, receiver, NOON)).toBeNull();
    });
    fc.assert(check, { seed: SEED, numRuns: 1_000 });
  });
});

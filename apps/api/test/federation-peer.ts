import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import { isObject, type Json, problemsOf, senderAt } from './activity-problems.ts';
import { type LoopbackServer, loopbackServer } from './loopback-server.ts';
import { type PublishedKey, problemsOfSignature, signedByDraft, signedByRfc9421 } from './peer-signatures.ts';
import { receiverOf, type Shown } from './peer-software.ts';

const ACTIVITY_JSON = 'application/activity+json';

/** An activity that arrived at an inbox. */
interface Delivery {
  /** The path of the inbox. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly activity: Json;
  readonly body: string;
  /** The properties that this or a real server would reject, in sentences. */
  readonly problems: readonly string[];
  /** The status of the response, or null if it got none. */
  readonly status: number | null;
}

/** An account of the server, or the server itself. */
interface PeerActor {
  readonly id: string;
  readonly inbox: string;
  readonly keyId: string;
}

export interface PeerOptions {
  /** The software's name in its NodeInfo, which it spells as it likes; null if it has no NodeInfo. */
  readonly software?: string | null;
  /** How it responds to requests for its NodeInfo. */
  readonly nodeInfo?: 'served' | 'failing' | 'hanging';
  /** The number of its actors. */
  readonly actors?: number;
  /** Whether its actors have an inbox in common. */
  readonly hasSharedInbox?: boolean;
  readonly clock?: () => Date;
  /** A key pair that several peers have in common, since each takes a tenth of a second. */
  readonly keys?: PeerKeys;
}

type PeerKeys = ReturnType<typeof peerKeys>;

export const peerKeys = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

interface SendOptions {
  readonly actor?: PeerActor;
  readonly scheme?: 'draft' | 'rfc9421';
  /** Changes the headers after they have been signed. */
  tamper?(headers: Record<string, string>): Record<string, string>;
  readonly now?: Date;
}

/** A status with which a server rejects an activity; null lets its software take it, 'unanswered' too, without a response. */
type Instead = number | 'unanswered' | null;
type Respond = (delivery: { readonly activity: Json; readonly path: string }) => Instead | Promise<Instead>;

/** Another server of the fediverse. Its `host` has a port, for `WEBHOOK_HOSTS`. */
export interface FederationPeer extends LoopbackServer {
  readonly software: string | null;
  readonly actors: readonly PeerActor[];
  readonly received: Delivery[];
  /** The objects that its readers see. */
  readonly shown: Shown[];
  /** The number of requests for the documents of its actors, for its NodeInfo and for all else. */
  readonly requests: { actors: number; nodeInfo: number; others: number };
  /** Whether Gancio's administrator trusts the sender. */
  isTrusted: boolean;
  respond(respond: Respond): void;
  /** The problems of all deliveries. */
  problems(): string[];
  /** The activities that arrived, in short: 'Create Siembra'. */
  summary(): string[];
  /** Posts a signed activity to an inbox. Returns the status. */
  send(inbox: string, activity: Json, options?: SendOptions): Promise<number>;
  /** Follows the site at an origin. Returns the status and the id of the `Follow`. */
  follow(origin: string, options?: SendOptions): Promise<{ status: number; id: string }>;
  unfollow(origin: string, followId: string, options?: SendOptions): Promise<number>;
}

/** Starts a server that follows sites, takes their activities as its software would, and checks them. */
export async function federationPeer({
  software = 'mastodon',
  nodeInfo = 'served',
  actors: count = 1,
  hasSharedInbox = true,
  clock = () => new Date(),
  keys = peerKeys(),
}: PeerOptions = {}): Promise<FederationPeer> {
  const received: Delivery[] = [];
  const shown: Shown[] = [];
  const unlisted = new Set<string>();
  const requests = { actors: 0, nodeInfo: 0, others: 0 };
  const receive = receiverOf(software);
  const fetchedKeys = new Map<string, PublishedKey | null>();
  const seenIds = new Map<string, string>();
  let respond: Respond = () => null;

  const server = await loopbackServer(async (request, bytes, response) => {
    if (request.method === 'POST') await take(request, bytes.toString(), response);
    else serve(new URL(request.url ?? '/', `http://${server.host}`), response);
  });
  const origin = `http://${server.host}`;
  const actors = Array.from({ length: count }, (_, index) => actorAt(`${origin}/users/${index}`));

  /** Responds to a `GET`. */
  function serve(url: URL, response: ServerResponse): void {
    const send = (body: object | null, type = ACTIVITY_JSON) =>
      body === null
        ? response.writeHead(404).end()
        : response.writeHead(200, { 'content-type': type }).end(JSON.stringify(body));
    if (url.pathname.includes('nodeinfo')) {
      requests.nodeInfo += 1;
      if (nodeInfo === 'hanging') return;
      if (nodeInfo === 'failing') response.writeHead(500).end();
      else send(software === null ? null : nodeInfoAt(url.pathname, origin, software), 'application/json');
      return;
    }
    const actor = actors.find(({ id }) => new URL(id).pathname === url.pathname);
    requests[actor === undefined ? 'others' : 'actors'] += 1;
    if (url.pathname === '/.well-known/webfinger')
      send(webFinger(url, origin, actors), 'application/jrd+json');
    else send(actor === undefined ? null : actorDocument(actor, origin, { hasSharedInbox, keys }));
  }

  async function take(request: IncomingMessage, body: string, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const activity: Json = JSON.parse(body);
    const arrived = { method: 'POST', path, headers: request.headers, body };
    const problems = [
      ...(await problemsOfSignature(arrived, keyOf, clock())),
      ...problemsOfRequest(request),
      ...problemsOf(activity, senderAt(originOf(activity.actor))),
      ...problemsOfRepetition(activity, body),
    ];
    const instead = await respond({ activity, path });
    const isTaken = instead === null || instead === 'unanswered';
    const surroundings = { shown, unlisted, fetchObject, isTrusted: peer.isTrusted };
    const result = isTaken ? await receive(activity, surroundings) : instead;
    const status = instead === 'unanswered' ? null : result;
    received.push({ path, headers: request.headers, activity, body, problems, status });
    if (status !== null) response.writeHead(status).end();
  }

  /** A delivery that is repeated has the same id and the same content. */
  function problemsOfRepetition({ id }: Json, body: string): string[] {
    const before = seenIds.get(String(id)) ?? body;
    seenIds.set(String(id), body);
    return before === body ? [] : [`Two activities have the id ${id}.`];
  }

  async function keyOf(keyId: string): Promise<PublishedKey | null> {
    const known = fetchedKeys.get(keyId);
    if (known !== undefined) return known;
    const { object } = await fetchObject(keyId.split('#')[0] ?? '');
    const key = isObject(object?.publicKey) ? object.publicKey : {};
    const { id, owner, publicKeyPem } = key;
    const isWhole = id === keyId && owner === object?.id && typeof publicKeyPem === 'string';
    const published = isWhole ? { owner: String(owner), publicKeyPem: String(publicKeyPem) } : null;
    if (published !== null) fetchedKeys.set(keyId, published);
    return published;
  }

  const peer: FederationPeer = {
    ...server,
    software,
    actors,
    received,
    shown,
    requests,
    isTrusted: false,
    respond: next => {
      respond = next;
    },
    problems: () => received.flatMap(({ problems }) => problems),
    summary: () => received.map(({ activity }) => summaryOf(activity)),
    async send(inbox, activity, { actor = actors[0], scheme = 'draft', tamper, now = clock() } = {}) {
      if (actor === undefined) throw new Error('The peer has no actor.');
      const body = JSON.stringify(activity);
      const signing = { keyId: actor.keyId, privateKey: keys.privateKey, now };
      const isGancio = software?.toLowerCase() === 'gancio';
      const host = isGancio ? { host: new URL(inbox).hostname } : {};
      const signed = scheme === 'draft' ? signedByDraft : signedByRfc9421;
      const headers = signed({ method: 'POST', url: inbox, body }, { ...signing, ...host });
      return post(inbox, body, { 'content-type': ACTIVITY_JSON, ...(tamper?.(headers) ?? headers) });
    },
    async follow(site, options) {
      const actor = options?.actor ?? actors[0];
      const { actor: object } = senderAt(site);
      const id = `${origin}/follows/${randomUUID()}`;
      const activity = { '@context': CONTEXT, id, type: 'Follow', actor: actor?.id, object };
      return { id, status: await peer.send(inboxOf(site), activity, options) };
    },
    unfollow(site, followId, options) {
      const actor = (options?.actor ?? actors[0])?.id;
      const follow = { id: followId, type: 'Follow', actor, object: senderAt(site).actor };
      const id = `${followId}/undo`;
      return peer.send(
        inboxOf(site),
        { '@context': CONTEXT, id, type: 'Undo', actor, object: follow },
        options,
      );
    },
  };
  return peer;
}

const CONTEXT = 'https://www.w3.org/ns/activitystreams';

const inboxOf = (origin: string): string => `${origin}/ap/inbox`;

const actorAt = (id: string): PeerActor => ({ id, inbox: `${id}/inbox`, keyId: `${id}#main-key` });

const originOf = (url: unknown): string => (URL.canParse(String(url)) ? new URL(String(url)).origin : '');

function actorDocument(
  { id, inbox, keyId }: PeerActor,
  origin: string,
  { hasSharedInbox, keys }: { readonly hasSharedInbox: boolean; readonly keys: PeerKeys },
): object {
  return {
    '@context': [CONTEXT, 'https://w3id.org/security/v1'],
    id,
    type: 'Person',
    preferredUsername: id.split('/').at(-1),
    name: 'Vecindario',
    inbox,
    outbox: `${id}/outbox`,
    followers: `${id}/followers`,
    following: `${id}/following`,
    url: id,
    ...(hasSharedInbox && { endpoints: { sharedInbox: `${origin}/inbox` } }),
    publicKey: { id: keyId, owner: id, publicKeyPem: keys.publicKey },
  };
}

function nodeInfoAt(path: string, origin: string, name: string): object {
  const schema = 'http://nodeinfo.diaspora.software/ns/schema/2.0';
  if (path === '/.well-known/nodeinfo') return { links: [{ rel: schema, href: `${origin}/nodeinfo/2.0` }] };
  return {
    version: '2.0',
    software: { name, version: '4.5.0' },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: [] },
    usage: { users: {} },
    openRegistrations: false,
    metadata: {},
  };
}

function webFinger(url: URL, origin: string, actors: readonly PeerActor[]): object | null {
  const subject = url.searchParams.get('resource') ?? '';
  const actor = actors.find(({ id }) => subject === `acct:${id.split('/').at(-1)}@${new URL(origin).host}`);
  return actor === undefined
    ? null
    : { subject, links: [{ rel: 'self', type: ACTIVITY_JSON, href: actor.id }] };
}

function problemsOfRequest({ headers }: IncomingMessage): string[] {
  const { 'content-type': type = '', 'user-agent': agent } = headers;
  const isActivity = type.startsWith(ACTIVITY_JSON) || type.startsWith('application/ld+json');
  return [
    ...(isActivity ? [] : [`An activity must not have the type ${type}.`]),
    ...(agent === undefined ? ['The request does not say which program sends it.'] : []),
  ];
}

function summaryOf({ type, object }: Json): string {
  const what = isObject(object) ? (object.name ?? object.type) : String(object).split('/').slice(-2)[0];
  return `${String(type)} ${String(what)}`;
}

async function fetchObject(url: string): Promise<{ status: number; object: Json | null }> {
  try {
    const response = await fetch(url, { headers: { accept: ACTIVITY_JSON }, redirect: 'manual' });
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const body: unknown = isJson ? await response.json() : await response.text();
    return { status: response.status, object: response.ok && isObject(body) ? body : null };
  } catch {
    return { status: 0, object: null };
  }
}

/** Unlike `fetch`, Node's own client sends the `Host` that was signed. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = requestHttp(url, { method: 'POST', headers, agent: false }, response => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject).end(body);
  });
}

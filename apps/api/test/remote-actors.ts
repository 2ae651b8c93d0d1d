import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { signedHeaders } from '../src/modules/federation/signature-rules.ts';
import { NOON, type TestApp } from './app.ts';
import { type LoopbackServer, loopbackServer } from './loopback-server.ts';

export const SITE = 'http://localhost:3000/ap/sitio';
const INBOX = new URL('http://localhost:3000/ap/inbox');

export const rsaPair = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
type Pair = ReturnType<typeof rsaPair>;

/** An account of another server. Its document changes with the keys and the inboxes. */
export interface RemoteActor {
  readonly id: string;
  keyId: string;
  keys: Pair;
  /** Fields that replace those of the document. */
  changes: Record<string, unknown>;
}

/** Another server, with real keys. Its `host` has a port, for `WEBHOOK_HOSTS`. */
export interface RemoteServer extends LoopbackServer {
  /** The paths that were fetched. */
  readonly fetched: string[];
  actor(name?: string): RemoteActor;
  /** Responds to a path otherwise than with the actor's document. */
  respond(path: string, respond: (response: ServerResponse) => void | Promise<void>): void;
}

const shared = rsaPair();

export async function remoteServer(): Promise<RemoteServer> {
  const fetched: string[] = [];
  const actors = new Map<string, RemoteActor>();
  const others = new Map<string, (response: ServerResponse) => void | Promise<void>>();
  const server = await loopbackServer(async (request, _body, response) => {
    const path = request.url ?? '';
    fetched.push(path);
    const other = others.get(path);
    const actor = actors.get(path);
    if (other !== undefined) await other(response);
    else if (actor === undefined) response.writeHead(404).end();
    else sendJson(response, documentOf(actor));
  });
  return {
    ...server,
    fetched,
    actor(name = randomUUID()) {
      const id = `http://${server.host}/users/${name}`;
      const actor = { id, keyId: `${id}#main-key`, keys: shared, changes: {} };
      actors.set(`/users/${name}`, actor);
      return actor;
    },
    respond: (path, respond) => void others.set(path, respond),
  };
}

export const sendJson = (response: ServerResponse, body: unknown): void =>
  void response.writeHead(200, { 'content-type': 'application/activity+json' }).end(JSON.stringify(body));

export const documentOf = ({ id, keyId, keys, changes }: RemoteActor): object => ({
  '@context': ['https://www.w3.org/ns/activitystreams', 'https://w3id.org/security/v1'],
  id,
  type: 'Person',
  preferredUsername: 'ana',
  inbox: `${id}/inbox`,
  endpoints: { sharedInbox: `${new URL(id).origin}/inbox` },
  publicKey: { id: keyId, owner: id, publicKeyPem: keys.publicKey },
  ...changes,
});

export const activityOf = (
  type: string,
  { id: actor }: RemoteActor,
  object: unknown,
  more: object = {},
): object => ({
  '@context': 'https://www.w3.org/ns/activitystreams',
  id: `${actor}/${randomUUID()}`,
  type,
  actor,
  object,
  ...more,
});

interface Sent {
  readonly now?: Date;
  /** Changes the signed headers. */
  readonly headers?: Record<string, string | undefined>;
  readonly body?: string | Buffer;
  readonly url?: URL;
}

/** Posts an activity that an actor has signed to the inbox. */
export function sendAs(app: TestApp, actor: RemoteActor, activity: object | string, sent: Sent = {}) {
  const body = typeof activity === 'string' ? activity : JSON.stringify(activity);
  const { keyId, keys } = actor;
  const { now = NOON, url = INBOX } = sent;
  const signed = signedHeaders({ url, body, keyId, privateKey: keys.privateKey, now });
  const headers = Object.entries({ ...signed, ...sent.headers }).filter(([, value]) => value !== undefined);
  return app.inject({
    method: 'POST',
    url: '/ap/inbox',
    payload: sent.body ?? body,
    headers: Object.fromEntries(headers) as Record<string, string>,
  });
}

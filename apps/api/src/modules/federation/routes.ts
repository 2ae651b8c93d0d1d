import { changePeer, listPeers, type Peer } from '@minga/contract/federation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, notFound } from '../../platform/errors.ts';
import { crossOrigin } from '../../platform/http/origin.ts';
import { route } from '../../platform/http/route.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';
import { callsByAddress } from './inbox/limits.ts';
import { receive } from './inbox/service.ts';
import { createDocuments } from './objects/document-service.ts';
import type { PeerRow } from './peers/repository.ts';
import { changeBlock, knownPeers } from './peers/service.ts';
import { ACTIVITY_JSON } from './presenter.ts';
import {
  ACTOR_PATH,
  FOLLOWERS_PATH,
  INBOX_PATH,
  NODEINFO_PATH,
  NOTES_PATH,
  OBJECTS_PATH,
  OUTBOX_PATH,
} from './rules.ts';

const JRD = 'application/jrd+json; charset=utf-8';
const NODEINFO =
  'application/json; profile="http://nodeinfo.diaspora.software/ns/schema/2.1#"; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Seconds for which other servers may keep the documents of the site. Those of activities are always asked for again. */
const FRESH = 300;

const options = { ...crossOrigin, schema: { hide: true } };

/** Routes for the site's actor, its activities and their discovery, for other servers (docs/rules.md R27). None exists without federation. */
export function federationRoutes(app: FastifyInstance, platform: Platform): void {
  if (!platform.settings.isFederating) return;
  const documents = createDocuments(platform);

  app.get<{ Querystring: { resource?: unknown } }>('/.well-known/webfinger', options, (request, reply) => {
    const { resource } = request.query;
    if (typeof resource !== 'string' || resource === '') throw invalid(['Falta «resource»']);
    const found = documents.webfinger(resource);
    if (found === null) throw notFound('No existe esta cuenta');
    return send(request, reply, JRD, found);
  });
  app.get('/.well-known/nodeinfo', options, (request, reply) =>
    send(request, reply, JSON_TYPE, documents.nodeInfoLinks()),
  );
  app.get(NODEINFO_PATH, options, async (request, reply) =>
    send(request, reply, NODEINFO, await documents.nodeInfo(version.version)),
  );
  app.get(ACTOR_PATH, options, async (request, reply) =>
    send(request, reply, ACTIVITY_JSON, await documents.actor()),
  );
  app.get(FOLLOWERS_PATH, options, async (request, reply) =>
    send(request, reply, ACTIVITY_JSON, await documents.followers()),
  );
  app.get(OUTBOX_PATH, options, async (request, reply) =>
    send(request, reply, ACTIVITY_JSON, await documents.outbox()),
  );
  app.get<{ Params: { object: string } }>(`${OBJECTS_PATH}/:object`, options, async (request, reply) => {
    const found = await documents.object(request.params.object);
    if (found === null) throw notFound('No existe esta dirección');
    return send(request, reply.status(found.isGone ? 410 : 200), ACTIVITY_JSON, found.document, 0);
  });
  app.get<{ Params: { id: string } }>(`${NOTES_PATH}/:id`, options, async (request, reply) => {
    const found = await documents.note(request.params.id);
    if (found === null) throw notFound('No existe esta dirección');
    return send(request, reply.status(found.isGone ? 410 : 200), ACTIVITY_JSON, found.document, 0);
  });
}

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  document: object,
  seconds = FRESH,
) => sendWithEtag(request, reply, { type, body: JSON.stringify(document), seconds });

const BODY_MAX = 256 * 1024;
const INBOX_TYPES = ['application/activity+json', 'application/ld+json', 'application/json'];

/** The route to which other servers post (docs/rules.md R27.8). It does not exist without federation. */
export function inboxRoutes(app: FastifyInstance, platform: Platform): void {
  if (!platform.settings.isFederating) return;
  app.register(async inbox => {
    // The digest is of the bytes, which must therefore be read as they are.
    inbox.removeAllContentTypeParsers();
    inbox.addContentTypeParser(
      INBOX_TYPES,
      { parseAs: 'buffer' },
      async (_request: unknown, body: Buffer) => body,
    );
    inbox.post<{ Body: Buffer }>(
      INBOX_PATH,
      {
        bodyLimit: BODY_MAX,
        config: { isForAll: true },
        schema: { hide: true },
        preParsing: async request => platform.limits.count(callsByAddress, request.ip),
      },
      async ({ url: target, headers, body, ip: address }, reply) => {
        await receive(platform, { target, headers, body: body ?? Buffer.alloc(0), address });
        return reply.status(202).send();
      },
    );
  });
}

const presentPeer = ({ host, followers, lastSuccessAt, isBlocked }: PeerRow): Peer => ({
  host,
  followers,
  isBlocked,
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
});

/** Routes of superadmins for other servers. */
export function federationAdminRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listPeers, async ({ query }) => {
    const { rows, total } = await knownPeers(platform, query);
    return { rows: rows.map(presentPeer), total };
  });

  route(app, changePeer, async ({ params, body, session }) =>
    presentPeer(await changeBlock(platform, session.user.id, params.host, body.isBlocked)),
  );
}

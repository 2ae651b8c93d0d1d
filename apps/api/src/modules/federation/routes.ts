import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalid, notFound } from '../../platform/errors.ts';
import { crossOrigin } from '../../platform/http/origin.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { version } from '../../version.ts';
import { publicStatuses } from '../activities/policy.ts';
import { siteKey } from './key-service.ts';
import { federableOf, publisherOf } from './object-service.ts';
import {
  ACTIVITY_JSON,
  handleOf,
  inContext,
  objectIdOf,
  presentActor,
  presentCreate,
  presentEvent,
  presentFollowers,
  presentNodeInfo,
  presentNodeInfoLinks,
  presentOutbox,
  presentTombstone,
  presentWebfinger,
} from './presenter.ts';
import {
  type ActivityRow,
  countFollowers,
  countUpcoming,
  findActivities,
  findObjects,
  listUpcoming,
  type ObjectRow,
} from './repository.ts';
import {
  ACTOR_PATH,
  FOLLOWERS_PATH,
  NODEINFO_PATH,
  OBJECTS_PATH,
  OUTBOX_PATH,
  parseObject,
} from './rules.ts';

const JRD = 'application/jrd+json; charset=utf-8';
const NODEINFO =
  'application/json; profile="http://nodeinfo.diaspora.software/ns/schema/2.1#"; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';

/** Seconds for which other servers may keep the documents of the site. Those of activities are always asked for again. */
const FRESH = 300;
const OUTBOX_MAX = 20;

const options = { ...crossOrigin, schema: { hide: true } };

/** Routes for the site's actor, its activities and their discovery, for other servers (docs/rules.md R27). None exists without federation. */
export function federationRoutes(app: FastifyInstance, platform: Platform): void {
  const { settings, publicUrl, db, clock } = platform;
  if (!settings.isFederating) return;
  const statuses = publicStatuses(settings.moderation);

  app.get<{ Querystring: { resource?: unknown } }>('/.well-known/webfinger', options, (request, reply) => {
    const { resource } = request.query;
    if (typeof resource !== 'string' || resource === '') throw invalid(['Falta «resource»']);
    const names = [
      `acct:${handleOf(publicUrl).slice(1)}`,
      publicUrl + ACTOR_PATH,
      publicUrl,
      `${publicUrl}/`,
    ];
    if (!names.includes(resource.toLowerCase())) throw notFound('No existe esta cuenta');
    return send(request, reply, JRD, presentWebfinger(publicUrl));
  });
  app.get('/.well-known/nodeinfo', options, (request, reply) =>
    send(request, reply, JSON_TYPE, presentNodeInfoLinks(publicUrl)),
  );
  app.get(NODEINFO_PATH, options, async (request, reply) => {
    const counts = { activities: await countUpcoming(db, statuses, clock()) };
    const document = presentNodeInfo(publisherOf(platform), { version: version.version, ...counts });
    return send(request, reply, NODEINFO, document);
  });
  app.get(ACTOR_PATH, options, async (request, reply) =>
    send(request, reply, ACTIVITY_JSON, presentActor(publisherOf(platform), await siteKey(platform))),
  );
  app.get(FOLLOWERS_PATH, options, async (request, reply) =>
    send(request, reply, ACTIVITY_JSON, presentFollowers(publicUrl, await countFollowers(db))),
  );
  app.get(OUTBOX_PATH, options, async (request, reply) => {
    const now = clock();
    const total = await countUpcoming(db, statuses, now);
    const listed = await listUpcoming(db, statuses, now, OUTBOX_MAX);
    const items = listed.map(({ row, object }) =>
      presentCreate(publishedOf(row, object), publisherOf(platform)),
    );
    return send(request, reply, ACTIVITY_JSON, presentOutbox(publicUrl, total, items));
  });
  app.get<{ Params: { object: string } }>(`${OBJECTS_PATH}/:object`, options, async (request, reply) => {
    const named = parseObject(request.params.object);
    if (named === null) return reply.callNotFound();
    const { activityId } = named;
    const [found] = await findActivities(db, [activityId]);
    const known = (await findObjects(db, [activityId])).get(activityId) ?? null;
    const row = federableOf(found, platform);
    const isEnded = known !== null && (known.document === null || named.version < known.version);
    if (isEnded && named.version <= known.version) {
      const tombstone = presentTombstone(objectIdOf(publicUrl, activityId, named.version));
      reply.status(410);
      return send(request, reply, ACTIVITY_JSON, inContext(tombstone), 0);
    }
    // A decision that can still be undone is no end yet.
    if (row === null || named.version !== (known?.version ?? 1)) return reply.callNotFound();
    const document = inContext(presentEvent(publishedOf(row, known), publisherOf(platform)));
    return send(request, reply, ACTIVITY_JSON, document, 0);
  });
}

/** An activity as it was published to other servers, or as it would be if none was told of it. */
const publishedOf = (row: ActivityRow, known: ObjectRow | null) => {
  const { publishedAt, createdAt, updatedAt } = row.activity;
  return known === null
    ? { row, version: 1, publishedAt: publishedAt ?? createdAt, updatedAt }
    : { row, version: known.version, publishedAt: known.publishedAt, updatedAt: known.updatedAt };
};

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  document: object,
  seconds = FRESH,
) => sendWithEtag(request, reply, { type, body: JSON.stringify(document), seconds });

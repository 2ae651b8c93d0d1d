import { idParam } from '@minga/contract/endpoint';
import type { Platform } from '../../../platform/platform.ts';
import { publicStatuses } from '../../activities/policy.ts';
import { findNote } from '../delivery/repository.ts';
import { siteKey } from '../key-service.ts';
import {
  handleOf,
  inContext,
  noteAddress,
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
} from '../presenter.ts';
import {
  type ActivityRow,
  countFollowers,
  countUpcoming,
  findActivities,
  findObjects,
  findVersion,
  listUpcoming,
  type ObjectRow,
} from '../repository.ts';
import { ACTOR_PATH, parseObject } from '../rules.ts';
import { federableOf, publisherOf } from './service.ts';

const OUTBOX_MAX = 20;

/** Creates the documents that other servers read: the site's actor, its discovery and its activities. */
export function createDocuments(platform: Platform) {
  const { settings, publicUrl, db, clock } = platform;
  const statuses = publicStatuses(settings.moderation);
  const handle = `acct:${handleOf(publicUrl).slice(1)}`;
  const names = [handle, publicUrl + ACTOR_PATH, publicUrl, `${publicUrl}/`];
  const publisher = () => publisherOf(platform);

  return {
    /** The site's account by its address or one of its URLs, or null if `resource` is something else. */
    webfinger: (resource: string) =>
      names.includes(resource.toLowerCase()) ? presentWebfinger(publicUrl) : null,
    nodeInfoLinks: () => presentNodeInfoLinks(publicUrl),
    nodeInfo: async (version: string) =>
      presentNodeInfo(publisher(), { version, activities: await countUpcoming(db, statuses, clock()) }),
    actor: async () => presentActor(publisher(), await siteKey(platform)),
    followers: async () => presentFollowers(publicUrl, await countFollowers(db)),
    async outbox() {
      const now = clock();
      const total = await countUpcoming(db, statuses, now);
      const listed = await listUpcoming(db, statuses, now, OUTBOX_MAX);
      const items = listed.map(({ row, object }) => presentCreate(publishedOf(row, object), publisher()));
      return presentOutbox(publicUrl, total, items);
    },
    /** An activity, or its tombstone, by the last segment of its address; null if no other server may know it. */
    async object(segment: string) {
      const named = parseObject(segment);
      if (named === null) return null;
      const { activityId, version } = named;
      const [found] = await findActivities(db, [activityId]);
      const known = (await findObjects(db, [activityId])).get(activityId) ?? null;
      if (
        known !== null &&
        version <= known.version &&
        (known.document === null || version < known.version)
      ) {
        const tombstone = presentTombstone(objectIdOf(publicUrl, activityId, version));
        return { isGone: true, document: inContext(tombstone) };
      }
      const row = federableOf(found, platform);
      // An end that was not told yet, such as a decision that can still be undone, has no tombstone.
      if (row === null || version !== (known?.version ?? 1)) return null;
      const event = presentEvent(publishedOf(row, known), publisher());
      return { isGone: false, document: inContext(event) };
    },
    /** A note about an activity, or its tombstone; null if there is none. */
    async note(noteId: string) {
      if (!idParam.safeParse({ id: noteId }).success) return null;
      const sent = await findNote(db, noteId.toLowerCase());
      if (sent === null) return null;
      const isGone = sent === '';
      const address = noteAddress(publicUrl, noteId.toLowerCase());
      const note = isGone
        ? presentTombstone(address, 'Note')
        : (JSON.parse(sent) as { readonly object: object }).object;
      return { isGone, document: inContext(note) };
    },
  };
}

/** An activity as it was published to other servers, or as it would be if none was told of it. */
const publishedOf = (row: ActivityRow, known: ObjectRow | null) => {
  const { publishedAt, createdAt, updatedAt } = row.activity;
  return known === null
    ? { row, version: 1, publishedAt: publishedAt ?? createdAt, updatedAt }
    : { row, version: known.version, publishedAt: known.publishedAt, updatedAt: known.updatedAt };
};

/** The address of an activity's document, or null if other servers may not know the activity. */
export async function objectAddressOf(
  { db, settings, publicUrl }: Pick<Platform, 'db' | 'settings' | 'publicUrl'>,
  activityId: string,
): Promise<string | null> {
  if (!settings.isFederating) return null;
  const version = await findVersion(db, activityId, publicStatuses(settings.moderation));
  return version === null ? null : objectIdOf(publicUrl, activityId, version);
}

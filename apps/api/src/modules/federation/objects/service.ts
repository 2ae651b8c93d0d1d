import { isDeepStrictEqual } from 'node:util';
import { v7 } from 'uuid';
import type { Transaction } from '../../../platform/database/connection.ts';
import { decisionNoticeDueAt } from '../../../platform/due-work/decision-notice.ts';
import {
  type BatchHandler,
  type DueHandler,
  schedule,
  scheduleOnce,
} from '../../../platform/due-work/due-work.ts';
import { longPeriod } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import type {
  ActivityChanged,
  ActivityDecided,
  ActivityDeleting,
  ActivityPublished,
  ActivityStateChanged,
} from '../../activities/events.ts';
import { isPublic, publicStatuses } from '../../activities/policy.ts';
import { insertMessage, withdrawNotes } from '../delivery/repository.ts';
import {
  documentOf,
  factsOf,
  inContext,
  noteAddress,
  noteText,
  objectIdOf,
  type Publisher,
  presentCreate,
  presentDelete,
  presentNote,
  presentUpdate,
} from '../presenter.ts';
import {
  type ActivityRow,
  deleteTombstones,
  findActivities,
  findChanged,
  findObjects,
  findRenamed,
  findUnwatchedSeries,
  nextOfSeries,
  type ObjectRow,
  seriesIdsOf,
  upsertObject,
} from '../repository.ts';
import { noteDueAt, TOMBSTONE_RETENTION_MS } from '../rules.ts';

// Due work tells other servers what is true of an activity, whatever has happened to it (docs/decisions/0108-federation.md).

/** The kinds of due work: the key is an activity, a series, and an activity of which readers get a note. */
const ACTIVITIES = 'federation';
const SERIES = 'federation-series';
const NOTES = 'federation-notes';

interface ActivityDue {
  /** The organisers have deleted the activity. */
  readonly isCancelled?: true;
}

type Parts = Pick<Platform, 'clock' | 'settings'>;

export const publisherOf = ({
  publicUrl,
  site,
  settings,
}: Pick<Platform, 'publicUrl' | 'site' | 'settings'>): Publisher => ({
  publicUrl,
  site: site.current(),
  timeZone: settings.timeZone,
});

/** Subscriber of `activityPublished`: tells of an approval that can be undone only after the undo period. */
export async function federatePublications(
  parts: Parts,
  tx: Transaction,
  published: readonly ActivityPublished[],
): Promise<void> {
  const now = parts.clock();
  await recheck(
    parts,
    tx,
    published.map(({ activityId, canBeUndone }) => ({
      id: activityId,
      at: canBeUndone ? decisionNoticeDueAt(now) : now,
    })),
  );
}

/** Subscriber of `activityStateChanged`: tells of it after the seconds in which most decisions are undone that are. */
export const federateStates = (
  parts: Parts,
  tx: Transaction,
  changed: readonly ActivityStateChanged[],
): Promise<void> =>
  recheck(
    parts,
    tx,
    changed.map(({ activityId }) => ({ id: activityId, at: decisionNoticeDueAt(parts.clock()) })),
  );

/** Subscriber of `activityChanged`. */
export const federateChanges = (
  parts: Parts,
  tx: Transaction,
  changes: readonly ActivityChanged[],
): Promise<void> =>
  recheck(
    parts,
    tx,
    changes.map(({ activityId }) => ({ id: activityId, at: parts.clock() })),
  );

/** Subscriber of `activityDecided`: tells of an approval after the undo period. A rejection is announced only then. */
export async function federateDecisions(
  parts: Parts,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const now = parts.clock();
  await recheck(
    parts,
    tx,
    decisions.map(({ activityId, status }) => ({
      id: activityId,
      at: status === 'approved' ? decisionNoticeDueAt(now) : now,
    })),
  );
}

/** Subscriber of `activityDeleting`. */
export const federateDeletions = (
  parts: Parts,
  tx: Transaction,
  deleted: readonly ActivityDeleting[],
): Promise<void> =>
  recheck(
    parts,
    tx,
    deleted.map(({ id, isByOrganisers }) => ({
      id,
      at: parts.clock(),
      ...(isByOrganisers && { data: { isCancelled: true } satisfies ActivityDue }),
    })),
  );

async function recheck(
  { clock, settings }: Parts,
  tx: Transaction,
  changed: readonly { readonly id: string; readonly at: Date; readonly data?: ActivityDue }[],
): Promise<void> {
  if (!settings.isFederating || changed.length === 0) return;
  await schedule(tx, ACTIVITIES, ...changed.map(({ id: key, ...rest }) => ({ key, ...rest })));
  const seriesIds = await seriesIdsOf(
    tx,
    changed.map(({ id }) => id),
  );
  await schedule(tx, SERIES, ...seriesIds.map(key => ({ key, at: clock() })));
}

/** The values that the handlers read once for a batch. */
interface Told {
  readonly platform: Platform;
  readonly tx: Transaction;
  readonly publisher: Publisher;
  readonly now: Date;
}

const toldBy = (platform: Platform, tx: Transaction): Told => ({
  platform,
  tx,
  publisher: publisherOf(platform),
  now: platform.clock(),
});

const activityHandler: BatchHandler<ActivityDue> = {
  kind: ACTIVITIES,
  size: 20,
  async run(platform, tx, due) {
    const told = toldBy(platform, tx);
    const ids = due.map(({ key }) => key);
    const rows = new Map((await findActivities(tx, ids)).map(row => [row.activity.id, row]));
    const objects = await findObjects(tx, ids);
    const seriesIds = [...rows.values()].flatMap(({ activity }) => activity.seriesId ?? []);
    const next = await nextOfSeries(tx, [...new Set(seriesIds)], statusesOf(platform), told.now);
    for (const { key: id, at, data } of due) {
      const object = objects.get(id);
      const row = federableOf(rows.get(id), platform);
      if (object?.document != null) {
        if (row === null) await tellOfEnd(told, object, data);
        else await tellOfChange(told, row, object, at);
      } else if (row !== null && row.activity.endsAt > told.now) {
        const { seriesId } = row.activity;
        if (seriesId === null || next.get(seriesId)?.id === id) await tellOfStart(told, row, object);
      }
    }
  },
};

const statusesOf = ({ settings }: Pick<Platform, 'settings'>) => publicStatuses(settings.moderation);

/** The activity if other servers may know it (docs/rules.md R27.1), or null. */
export const federableOf = (
  row: ActivityRow | undefined,
  { settings }: Pick<Platform, 'settings'>,
): ActivityRow | null =>
  row !== undefined &&
  isPublic(row.activity.status, settings.moderation) &&
  row.activity.isFederated &&
  !row.activity.isLocationPrivate
    ? row
    : null;

async function tellOfStart(
  { tx, publisher, now }: Told,
  row: ActivityRow,
  former: ObjectRow | undefined,
): Promise<void> {
  const activityId = row.activity.id;
  const version = former === undefined ? 1 : former.version + 1;
  const document = documentOf(row, version, publisher);
  const times = { publishedAt: now, updatedAt: now };
  await upsertObject(tx, { activityId, version, document, facts: factsOf(row, publisher), ...times });
  const body = inContext(presentCreate({ row, version, ...times }, publisher));
  const object = objectIdOf(publisher.publicUrl, activityId, version);
  await insertMessage(tx, { kind: 'create', object, body, at: now });
}

async function tellOfChange(
  { tx, publisher, now }: Told,
  row: ActivityRow,
  known: ObjectRow,
  changedAt: Date,
): Promise<void> {
  const { version, publishedAt } = known;
  const document = documentOf(row, version, publisher);
  if (isDeepStrictEqual(document, known.document)) return;
  await upsertObject(tx, { ...known, document, updatedAt: now });
  const body = inContext(presentUpdate({ row, version, publishedAt, updatedAt: now }, publisher));
  const { id: activityId } = row.activity;
  const object = objectIdOf(publisher.publicUrl, activityId, version);
  await insertMessage(tx, { kind: 'update', object, body, at: now });
  if (!isDeepStrictEqual(factsOf(row, publisher), known.facts))
    await scheduleOnce(tx, NOTES, { key: activityId, at: noteDueAt(changedAt) });
}

async function tellOfEnd(told: Told, known: ObjectRow, { isCancelled }: ActivityDue): Promise<void> {
  const { tx, publisher, now: at } = told;
  const { publicUrl, timeZone } = publisher;
  const { activityId, version, document, facts } = known;
  await upsertObject(tx, { ...known, document: null, facts: null, updatedAt: at });
  const object = objectIdOf(publicUrl, activityId, version);
  for (const noteId of await withdrawNotes(tx, object)) {
    const body = inContext(presentDelete(noteAddress(publicUrl, noteId), publicUrl, 'Note'));
    await insertMessage(tx, { kind: 'delete', object, body, at, isAboutNote: true });
  }
  const start = new Date(facts?.startTime ?? 0);
  if (isCancelled === true && facts !== null && !facts.isCancelled && start > at) {
    const { name: title } = document as { readonly name: string };
    const period = longPeriod(start, null, timeZone);
    const text = noteText({ title, period, after: { ...facts, isCancelled: true } }, facts);
    // The note is sent although its object has ended, so it stands outside of the order of the object.
    await tellReaders(told, { id: object, activityId, text }, null);
  }
  const body = inContext(presentDelete(object, publicUrl));
  await insertMessage(tx, { kind: 'delete', object, body, at });
}

/** Stores a note about the activity with the address `id`. */
async function tellReaders(
  { tx, publisher, now: at }: Told,
  about: { readonly id: string; readonly activityId: string; readonly text: string },
  object: string | null,
): Promise<void> {
  const noteId = v7();
  const body = inContext(presentNote({ ...about, noteId, at }, publisher));
  await insertMessage(tx, { id: noteId, kind: 'note', object, body, at });
}

/** Tells of the next date of a series, and again when it is over (docs/rules.md R27.6). */
const seriesHandler: BatchHandler = {
  kind: SERIES,
  size: 20,
  async run(platform, tx, due) {
    const now = platform.clock();
    const seriesIds = due.map(({ key }) => key);
    const next = await nextOfSeries(tx, seriesIds, statusesOf(platform), now);
    const objects = await findObjects(
      tx,
      [...next.values()].map(({ id }) => id),
    );
    const isKnown = (id: string) => objects.get(id)?.document != null;
    const untold = [...next.values()].filter(({ id }) => !isKnown(id));
    await scheduleOnce(tx, ACTIVITIES, ...untold.map(({ id: key }) => ({ key, at: now })));
    await schedule(tx, SERIES, ...[...next].map(([key, { endsAt: at }]) => ({ key, at })));
  },
};

/** Tells readers of software that ignores an `Update` of an event what changed since they were last told (docs/rules.md R27.7). */
const noteHandler: BatchHandler = {
  kind: NOTES,
  size: 20,
  async run(platform, tx, due) {
    const told = toldBy(platform, tx);
    const { publisher, now } = told;
    const ids = due.map(({ key }) => key);
    const objects = await findObjects(tx, ids);
    for (const found of await findActivities(tx, ids)) {
      const row = federableOf(found, platform);
      const known = objects.get(found.activity.id);
      if (row === null || known?.facts == null) continue;
      const after = factsOf(row, publisher);
      if (isDeepStrictEqual(after, known.facts)) continue;
      await upsertObject(tx, { ...known, facts: after });
      const { id: activityId, title, date, endDate } = row.activity;
      if (row.activity.endsAt <= now) continue;
      const id = objectIdOf(publisher.publicUrl, activityId, known.version);
      const period = longPeriod(date, endDate, publisher.timeZone);
      const text = noteText({ title, period, after }, known.facts);
      await tellReaders(told, { id, activityId, text }, id);
    }
  },
};

/** The handlers of due work, which a poller of its own runs. */
export const federationHandlers: readonly DueHandler[] = [seriesHandler, activityHandler, noteHandler];

/** More than a site changes while federation is off. */
const CAUGHT_UP = 10_000;

/**
 * Schedules what no event has announced, when a process starts: the changes and ends of activities and the next dates of series while
 * federation was off (docs/rules.md R27.6).
 */
export async function catchUp({
  db,
  clock,
  settings,
}: Pick<Platform, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock();
  const statuses = publicStatuses(settings.moderation);
  const changed = await findChanged(db, statuses, CAUGHT_UP);
  // A decision that can still be undone is told later.
  await scheduleOnce(db, ACTIVITIES, ...changed.map(key => ({ key, at: decisionNoticeDueAt(now) })));
  const series = await findUnwatchedSeries(db, SERIES, statuses, now, CAUGHT_UP);
  await scheduleOnce(db, SERIES, ...series.map(key => ({ key, at: now })));
}

/** The number of activities that learn of a collective's new name at once, so that one collective does not flood the outbox. */
const RENAMED = 1_000;

/** Schedules the activities whose collective has another name than other servers know, and deletes old tombstones. */
export async function sweepObjects({
  db,
  clock,
  settings,
}: Pick<Platform, 'db' | 'clock' | 'settings'>): Promise<void> {
  const now = clock();
  const renamed = settings.isFederating ? await findRenamed(db, now, RENAMED) : [];
  await scheduleOnce(db, ACTIVITIES, ...renamed.map(key => ({ key, at: now })));
  await deleteTombstones(db, new Date(now.getTime() - TOMBSTONE_RETENTION_MS));
}

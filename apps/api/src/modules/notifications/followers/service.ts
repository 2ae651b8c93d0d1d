import type { Transaction } from '../../../platform/database/connection.ts';
import { type Batch, processBatches } from '../../../platform/jobs/due-work.ts';
import { nextRetry } from '../../../platform/jobs/postponed-work.ts';
import { longDate } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ActivityPublished } from '../../activities/events.ts';
import { markUnpublished } from '../../activities/moderation/service.ts';
import { isPublic } from '../../activities/policy.ts';
import { decisionNoticeDueAt, nextCheckAt, waitsForUndo } from '../../activities/rules.ts';
import { findSought } from '../../saved-searches/queries.ts';
import { inWords } from '../../saved-searches/rules.ts';
import { notify } from '../delivery/service.ts';
import { countLinked } from '../preferences/repository.ts';
import { followDigestDueAt, gatheredUntil, hourBefore, INSTANT_MAILS_AN_HOUR } from '../rules.ts';
import { type NewActivity, newActivityEmail, newsDigestEmail } from './mails.ts';
import {
  deleteNews,
  findPublished,
  hasFollowerWork,
  insertDigestEntries,
  insertNews,
  lockDueNews,
  lockDueReader,
  NEWS,
  NEWS_DIGESTS,
  nextReaders,
  type Published,
  postponeNews,
  type Reader,
  takeDigestEntries,
} from './repository.ts';

/** Number of readers per transaction. */
const BATCH_SIZE = 100;

/** Subscriber of `activityPublished`: queues the notification of readers, due as soon as the publication cannot be undone. */
export async function recordPublications(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  published: readonly ActivityPublished[],
): Promise<void> {
  const createdAt = clock();
  await insertNews(
    tx,
    published.map(({ activityId, collectiveId, canBeUndone }) => ({
      ...{ activityId, collectiveId, createdAt },
      dueAt: canBeUndone ? decisionNoticeDueAt(createdAt) : createdAt,
    })),
  );
}

/** Notifies followers and owners of saved searches of new activities, and sends due digests. Several processes may share the work. */
export async function pollFollowers(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, clock } = platform;
  if (!(await hasFollowerWork(db, clock()))) return;
  await processBatches(
    platform,
    { task: NEWS, size: BATCH_SIZE },
    (tx, batch) => notifyReaders(platform, tx, batch),
    signal,
  );
  await processBatches(
    platform,
    { task: NEWS_DIGESTS, size: 1 },
    (tx, batch) => sendDigest(platform, tx, batch),
    signal,
  );
}

/**
 * Notifies the next readers of one new activity and stores the last of them, so that each is notified once even if the process is
 * killed. Returns false if nothing is due.
 */
async function notifyReaders(
  platform: Platform,
  tx: Transaction,
  { limit, taking }: Batch,
): Promise<boolean> {
  const { clock, settings } = platform;
  const now = clock();
  const news = await lockDueNews(tx, now);
  if (news === null) return false;
  const { activityId } = news;
  taking([activityId]);
  const [activity] = await findPublished(tx, [activityId]);
  if (activity === undefined || !isNews(activity, settings, now)) {
    if (activity?.status === 'rejected' && waitsForUndo(news.createdAt, now)) {
      await postponeNews(tx, activityId, { dueAt: nextCheckAt(now) });
      return true;
    }
    // The activity was hidden before any reader was notified, so its next approval counts as its first publication.
    if (news.lastUserId === null && activity && !isPublic(activity.status, settings.moderation))
      await markUnpublished(tx, [activityId]);
    await deleteNews(tx, activityId);
    return true;
  }
  const next = await nextReaders(tx, news, { limit });
  const last = next.at(-1);
  const readers = last === undefined ? await nextReaders(tx, news, { limit, failed: { now } }) : next;
  if (readers.length === 0) {
    const dueAt = await nextRetry(tx, NEWS, `${activityId} `, now);
    await (dueAt === null ? deleteNews(tx, activityId) : postponeNews(tx, activityId, { dueAt }));
    return true;
  }
  taking(readers.map(({ userId }) => `${activityId} ${userId}`));
  await postponeNews(tx, activityId, { dueAt: now, ...(last && { lastUserId: last.userId }) });
  const daily = followDigestDueAt(now, settings.timeZone);
  const gathered = await gatheredFor(tx, readers, now);
  const digestDueAt = ({ mail, userId }: Reader): Date | undefined =>
    mail === 'diario' ? daily : gathered.get(userId);
  await insertDigestEntries(
    tx,
    readers.flatMap(reader => {
      const dueAt = digestDueAt(reader);
      const { userId, search } = reader;
      return dueAt === undefined ? [] : [{ userId, activityId, savedSearchId: search?.id ?? null, dueAt }];
    }),
  );
  await notify(
    platform,
    tx,
    readers.map(reader => messageTo(platform, reader, activity, !gathered.has(reader.userId))),
    { isBulk: true },
  );
  return true;
}

/** The readers of immediate e-mails who have received the maximum of the hour, with the due time of the e-mail that gathers the rest. */
async function gatheredFor(
  tx: Transaction,
  readers: readonly Reader[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const instant = readers.filter(({ mail }) => mail === 'inmediato').map(({ userId }) => userId);
  const mailed = await countLinked(tx, 'follow', instant, hourBefore(now), now);
  return new Map(
    [...mailed]
      .filter(([, { count }]) => count >= INSTANT_MAILS_AN_HOUR)
      .map(([userId, { firstAt }]) => [userId, gatheredUntil(firstAt)]),
  );
}

function messageTo(
  platform: Platform,
  { search, mail, ...reader }: Reader,
  activity: Published,
  isAtOnce: boolean,
) {
  const item = newActivity(activity, search);
  const { userId, email } = reader;
  const what = `«${activity.title}», ${whenAndWhere(activity, platform.settings.timeZone)}.`;
  return {
    type: 'publication' as const,
    ...{ userId, email, taskId: activity.id },
    title:
      item.sought === null ? `Actividad nueva de ${item.collective?.name}` : 'Actividad nueva que buscabas',
    text: item.sought === null ? what : `${what} Buscabas ${item.sought}.`,
    ...(mail === 'inmediato' && isAtOnce
      ? {
          composeEmail: (url: string) => newActivityEmail(reader, item, url, platform),
          mail: { kind: 'newActivityEmail', cause: { accountId: activity.ownerId } } as const,
        }
      : { composeEmail: null }),
  };
}

const whenAndWhere = ({ date, place }: Published, timeZone: string): string =>
  `${longDate(date, timeZone)}${place === '' ? '' : `, en ${place}`}`;

/** Whether the activity is public and not past. */
const isNews = ({ status, endsAt }: Published, { moderation }: Platform['settings'], now: Date): boolean =>
  isPublic(status, moderation) && endsAt >= now;

const newActivity = (
  { collective, ...activity }: Published,
  search: Parameters<typeof inWords>[0] | null,
): NewActivity => ({
  ...activity,
  collective: collective?.status === 'active' ? collective : null,
  sought: search && inWords(search),
});

/** E-mails one reader the new activities since the last digest that are still relevant. Returns false if no digest is due. */
async function sendDigest(platform: Platform, tx: Transaction, { taking }: Batch): Promise<boolean> {
  const { clock } = platform;
  const now = clock();
  const reader = await lockDueReader(tx, now);
  if (reader === null) return false;
  taking([reader.id]);
  const found = await digestOf(platform, tx, await takeDigestEntries(tx, reader.id, now), now);
  const [first] = found;
  if (first === undefined || !reader.isActive) return true;
  await notify(
    platform,
    tx,
    [
      {
        type: 'publication',
        ...{ userId: reader.id, email: reader.email, taskId: first.id, title: '', text: '' },
        composeEmail: url => newsDigestEmail(reader, found, url, platform),
        mail: { kind: 'newsDigestEmail', cause: 'site' },
        // The bell already has a notification for each activity.
        isLive: false,
      },
    ],
    { isBulk: true },
  );
  return true;
}

/** The activities of a digest that are still relevant. Omits those whose collective is no longer active or whose search was removed. */
async function digestOf(
  { settings }: Pick<Platform, 'settings'>,
  tx: Transaction,
  entries: Awaited<ReturnType<typeof takeDigestEntries>>,
  now: Date,
): Promise<NewActivity[]> {
  const searchIds = new Map(entries.map(({ activityId, savedSearchId }) => [activityId, savedSearchId]));
  const sought = await findSought(
    tx,
    [...searchIds.values()].flatMap(id => id ?? []),
  );
  const byId = new Map(sought.map(search => [search.id, search]));
  return (await findPublished(tx, [...searchIds.keys()]))
    .filter(activity => isNews(activity, settings, now))
    .map(activity => newActivity(activity, byId.get(searchIds.get(activity.id) ?? '') ?? null))
    .filter(({ id, collective, sought: words }) =>
      searchIds.get(id) === null ? collective !== null : words !== null,
    );
}

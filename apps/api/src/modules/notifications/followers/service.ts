import type { Transaction } from '../../../platform/database/connection.ts';
import { decisionNoticeDueAt } from '../../../platform/due-work/decision-notice.ts';
import {
  type BatchHandler,
  claimDue,
  findLatest,
  isScheduled,
  type LockingHandler,
  schedule,
  scheduleOnce,
} from '../../../platform/due-work/due-work.ts';
import { longDate, sentence } from '../../../platform/local-time.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import type { ActivityPublished } from '../../activities/events.ts';
import { markUnpublished } from '../../activities/moderation/service.ts';
import { isPublic } from '../../activities/policy.ts';
import { nextCheckAt, waitsForUndo } from '../../activities/rules.ts';
import { findSought } from '../../saved-searches/queries.ts';
import { inWords } from '../../saved-searches/rules.ts';
import { notify } from '../delivery/service.ts';
import { countLinked } from '../preferences/repository.ts';
import { listOfSameCalendar } from '../repository.ts';
import { followDigestDueAt, gatheredUntil, hourBefore, INSTANT_MAILS_AN_HOUR } from '../rules.ts';
import { type NewActivity, newActivityEmail, newsDigestEmail } from './mails.ts';
import {
  findPublished,
  insertDigestEntries,
  NEWS,
  NEWS_DIGESTS,
  type NewsData,
  nextReaders,
  type Published,
  type Reader,
  scheduleDigests,
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
  await scheduleOnce(
    tx,
    NEWS,
    ...published
      .filter(({ isSilent }) => isSilent !== true)
      .map(({ activityId: key, collectiveId, canBeUndone, others = 0 }) => ({
        key,
        at: canBeUndone ? decisionNoticeDueAt(createdAt) : createdAt,
        data: {
          collectiveId,
          createdAt: createdAt.toISOString(),
          ...(others > 0 && { others }),
        } satisfies NewsData,
      })),
  );
}

/**
 * Notifies the next readers of one new activity and continues after the last of them, so that each is notified once even if the process
 * is killed. News that continues is due after the others (round-robin), so that one with many readers does not delay them.
 */
export const followerNews: BatchHandler<NewsData> = {
  kind: NEWS,
  size: 1,
  async run(platform, tx, rows) {
    for (const { key, data } of rows) await notifyReaders(platform, tx, key, data);
  },
};

async function notifyReaders(
  platform: Platform,
  tx: Transaction,
  key: string,
  data: NewsData,
): Promise<void> {
  const { clock, settings } = platform;
  const now = clock();
  const [activityId = key] = key.split(' ');
  const { createdAt, lastUserId, userId } = data;
  const [activity] = await findPublished(tx, [activityId]);
  if (activity === undefined || !isNews(activity, settings, now)) {
    if (activity?.status === 'rejected' && waitsForUndo(new Date(createdAt), now))
      await schedule(tx, NEWS, { key, at: nextCheckAt(now), data });
    // The activity was hidden before any reader was notified, so its next approval counts as its first publication.
    else if (
      (lastUserId ?? userId) === undefined &&
      activity &&
      !isPublic(activity.status, settings.moderation)
    )
      await markUnpublished(tx, [activityId]);
    return;
  }
  if (lastUserId === undefined && userId === undefined) {
    const gathered = await gatherOfCalendar(platform, tx, key, data);
    if (gathered === null) return;
    return notifyNext(platform, tx, activity, key, gathered);
  }
  await notifyNext(platform, tx, activity, key, data);
}

/** The delay of news that two processes have claimed at once, which is longer than a claim takes. */
const COLLISION_MS = 2_000;

/**
 * Adds the due news of other activities of the same followed calendar, which were approved one after the other. Returns null if another one
 * is not due yet or claimed by another process, with which the news then waits.
 */
async function gatherOfCalendar(
  { clock, settings }: Platform,
  tx: Transaction,
  activityId: string,
  data: NewsData,
): Promise<NewsData | null> {
  const now = clock();
  const others = await listOfSameCalendar(tx, activityId);
  if (others.length === 0) return data;
  const latest = await findLatest(tx, NEWS, others, now);
  if (latest !== null) {
    await schedule(tx, NEWS, { key: activityId, at: latest, data });
    return null;
  }
  const due = await claimDue<NewsData>(tx, NEWS, others, now);
  if (await isScheduled(tx, NEWS, others)) {
    // Another process has claimed some of it, and postpones that as well.
    const at = new Date(now.getTime() + COLLISION_MS);
    await schedule(tx, NEWS, { key: activityId, at, data }, ...due.map(one => ({ ...one, at })));
    return null;
  }
  const found = new Map(
    (
      await findPublished(
        tx,
        due.map(({ key }) => key),
      )
    ).map(one => [one.id, one]),
  );
  const [gathered, rest] = [[] as typeof due, [] as typeof due];
  for (const one of due) {
    const activity = found.get(one.key);
    const isAlike = activity !== undefined && isNews(activity, settings, now);
    (isAlike && one.data.lastUserId === undefined ? gathered : rest).push(one);
  }
  await schedule(tx, NEWS, ...rest);
  const count = gathered.reduce((sum, one) => sum + 1 + (one.data.others ?? 0), data.others ?? 0);
  return count === 0 ? data : { ...data, others: count };
}

/** Notifies the next batch of readers. */
async function notifyNext(
  platform: Platform,
  tx: Transaction,
  activity: Published,
  key: string,
  data: NewsData,
): Promise<void> {
  const now = platform.clock();
  const { id: activityId } = activity;
  const { userId } = data;
  const readers = await nextReaders(tx, activityId, data, BATCH_SIZE);
  const last = readers.at(-1);
  if (last === undefined) return;
  if (userId !== undefined) return notifyBatch(platform, tx, activity, readers, data.others);
  await schedule(tx, NEWS, { key, at: now, data: { ...data, lastUserId: last.userId } });
  try {
    await tx.transaction(batch => notifyBatch(platform, batch, activity, readers, data.others));
  } catch {
    // Notifies each reader of the batch alone: the one that fails is retried later, and the others are not affected.
    const alone = readers.map(reader => ({
      key: `${activityId} ${reader.userId}`,
      at: now,
      data: { ...data, userId: reader.userId },
    }));
    await schedule(tx, NEWS, ...alone);
  }
}

async function notifyBatch(
  platform: Platform,
  tx: Transaction,
  activity: Published,
  readers: readonly Reader[],
  others = 0,
): Promise<void> {
  const { clock, settings } = platform;
  const now = clock();
  const daily = followDigestDueAt(now, settings.timeZone);
  const gathered = await gatheredFor(tx, readers, now);
  const digestDueAt = ({ mail, userId }: Reader): Date | undefined =>
    mail === 'diario' ? daily : gathered.get(userId);
  await insertDigestEntries(
    tx,
    readers.flatMap(reader => {
      const dueAt = digestDueAt(reader);
      const { userId, search } = reader;
      const savedSearchId = search?.id ?? null;
      return dueAt === undefined ? [] : [{ userId, activityId: activity.id, savedSearchId, dueAt }];
    }),
  );
  await notify(
    platform,
    tx,
    readers.map(reader => messageTo(platform, reader, activity, !gathered.has(reader.userId), others)),
    { isBulk: true },
  );
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
  others: number,
) {
  const item = newActivity(activity, search);
  const { userId, email } = reader;
  const more = others === 0 ? '' : ` Y ${others} más.`;
  const what = sentence(`«${activity.title}», ${whenAndWhere(activity, platform.settings.timeZone)}`) + more;
  return {
    type: 'publication' as const,
    userId,
    email,
    taskId: activity.id,
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

/** E-mails one reader the new activities since the last digest that are still relevant. */
export const followerDigests: LockingHandler = {
  kind: NEWS_DIGESTS,
  async run(platform, tx, userId, claim) {
    const now = platform.clock();
    const [reader] = await lockAccounts(tx, [userId], 'no key update');
    if ((await claim()) === null || reader === undefined) return;
    const found = await digestOf(platform, tx, await takeDigestEntries(tx, reader.id, now), now);
    await scheduleDigests(tx, [reader.id]);
    const [first] = found;
    if (first === undefined || !reader.isActive) return;
    await notify(
      platform,
      tx,
      [
        {
          type: 'publication',
          userId: reader.id,
          email: reader.email,
          taskId: first.id,
          title: '',
          text: '',
          composeEmail: url => newsDigestEmail(reader, found, url, platform),
          mail: { kind: 'newsDigestEmail', cause: 'site' },
          // The bell already has a notification for each activity.
          isLive: false,
        },
      ],
      { isBulk: true },
    );
  },
};

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

import type { Transaction } from '../../platform/database/connection.ts';
import { longDate } from '../../platform/long-date.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ActivityPublished } from '../activities/events.ts';
import { markUnpublished } from '../activities/moderation-service.ts';
import { isPublic } from '../activities/policy.ts';
import { notify } from './delivery-service.ts';
import { followDigestEmail, newActivityEmail } from './follower-mails.tsx';
import {
  deleteNews,
  findPublished,
  hasFollowerWork,
  insertDigestEntries,
  insertNews,
  lockDueNews,
  lockDueReader,
  nextFollowers,
  type Published,
  setLastNotified,
  takeDigestEntries,
} from './follower-repository.ts';
import { approvalNoticeDueAt, followDigestDueAt } from './rules.ts';

/** Followers of one transaction: ten thousand take some seconds, and nothing else waits for them. */
const BATCH_SIZE = 100;

/** Subscriber of `activityPublished`: stores that followers are to be notified, as soon as nothing can be undone any more. */
export async function recordPublications(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  published: readonly ActivityPublished[],
): Promise<void> {
  const createdAt = clock();
  for (const { activityId, collectiveId, canBeUndone } of published) {
    const dueAt = canBeUndone ? approvalNoticeDueAt(createdAt) : createdAt;
    await insertNews(tx, { activityId, collectiveId, createdAt, dueAt });
  }
}

/** Notifies followers of new activities and sends due digests. Any number of processes share the work. */
export async function pollFollowers(platform: Platform, signal?: AbortSignal): Promise<void> {
  const { db, clock } = platform;
  if (!(await hasFollowerWork(db, clock()))) return;
  for (const step of [notifyFollowers, sendDigest])
    while (signal?.aborted !== true && (await db.transaction(tx => step(platform, tx))));
}

/**
 * Notifies the next followers of one new activity and stores how far that went, so that each is notified once even if the process is
 * killed. False: there is nothing to do.
 */
async function notifyFollowers(platform: Platform, tx: Transaction): Promise<boolean> {
  const { clock, settings } = platform;
  const now = clock();
  const news = await lockDueNews(tx, now);
  if (news === null) return false;
  const { activityId } = news;
  const found = await findPublished(tx, [activityId]);
  const [activity] = newsAmong(found, settings, now).filter(
    ({ collective }) => collective.id === news.collectiveId,
  );
  if (activity === undefined) {
    // Hidden before anybody was notified: its next approval is its first publication.
    if (news.lastUserId === null && found.some(({ status }) => !isPublic(status, settings.moderation)))
      await markUnpublished(tx, [activityId]);
    await deleteNews(tx, activityId);
    return true;
  }
  const followers = await nextFollowers(tx, news, BATCH_SIZE);
  const last = followers.at(-1);
  if (last === undefined) await deleteNews(tx, activityId);
  else await setLastNotified(tx, activityId, last.userId);
  await insertDigestEntries(
    tx,
    followers
      .filter(({ mail }) => mail === 'diario')
      .map(({ userId }) => ({ userId, activityId, dueAt: followDigestDueAt(now, settings.timeZone) })),
  );
  await notify(
    platform,
    tx,
    followers.map(({ userId, email, username, mail }) => ({
      type: 'publication' as const,
      ...{ userId, email, taskId: activityId },
      title: `Actividad nueva de ${activity.collective.name}`,
      text: `«${activity.title}», ${whenAndWhere(activity, settings.timeZone)}.`,
      composeEmail:
        mail === 'inmediato'
          ? (url: string) => newActivityEmail({ email, username }, activity, url, platform)
          : null,
    })),
    { isBulk: true },
  );
  return true;
}

const whenAndWhere = ({ date, place }: Published, timeZone: string): string =>
  `${longDate(date, timeZone)}${place === '' ? '' : `, en ${place}`}`;

/** Public, not past, of a collective that everybody sees. */
function newsAmong(
  found: Awaited<ReturnType<typeof findPublished>>,
  { moderation }: Platform['settings'],
  now: Date,
): Published[] {
  return found.flatMap(({ collective, ...activity }) =>
    isPublic(activity.status, moderation) && activity.endsAt >= now && collective?.status === 'active'
      ? [{ ...activity, collective }]
      : [],
  );
}

/** E-mails one follower the new activities since the last digest that are still news. False: there is nothing to do. */
async function sendDigest(platform: Platform, tx: Transaction): Promise<boolean> {
  const { clock, settings } = platform;
  const now = clock();
  const reader = await lockDueReader(tx, now);
  if (reader === null) return false;
  const ids = await takeDigestEntries(tx, reader.id, now);
  const found = newsAmong(await findPublished(tx, ids), settings, now);
  const [first] = found;
  if (first === undefined || !reader.isActive) return true;
  await notify(
    platform,
    tx,
    [
      {
        type: 'publication',
        ...{ userId: reader.id, email: reader.email, taskId: first.id, title: '', text: '' },
        composeEmail: url => followDigestEmail(reader, found, url, platform),
        // The bell has one notification for each.
        isLive: false,
      },
    ],
    { isBulk: true },
  );
  return true;
}

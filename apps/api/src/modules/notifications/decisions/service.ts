import type { ReportReason } from '@minga/contract/report-reasons';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Transaction } from '../../../platform/database/connection.ts';
import { decisionNoticeDueAt } from '../../../platform/due-work/decision-notice.ts';
import {
  cancel,
  claimDue,
  findLatest,
  type LockingHandler,
  schedule,
} from '../../../platform/due-work/due-work.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { ActivityDecided } from '../../activities/events.ts';
import {
  announceRejections,
  markUnpublished,
  type RejectionNotice,
} from '../../activities/moderation/service.ts';
import { isPublic } from '../../activities/policy.ts';
import { REJECTIONS } from '../../activities/queries.ts';
import { listOwners } from '../../teams/queries.ts';
import { type Message, notify } from '../delivery/service.ts';
import { deleteUnstartedNews } from '../followers/repository.ts';
import { listAccounts, listOfSameCalendar, listOwned, lockOwner, type OwnedActivity } from '../repository.ts';
import { APPROVALS, occurrencesPhrase, othersPhrase, reasonsInWords } from '../rules.ts';
import {
  approvalItem,
  collectiveDecisionItem,
  collectiveDecisionText,
  memoryApprovalItem,
  rejectionItem,
  removalItem,
} from './mails.ts';
import { findRejected, findRemembered, listSiblings } from './repository.ts';

type Rejected = Extract<ActivityDecided, { status: 'rejected' }>;

/**
 * Subscriber of `activityDecided`: notifies organisers of rejections, and of approvals as soon as they can no longer be undone. The
 * rejections of several occurrences of a series in one batch result in one notification.
 */
export async function notifyDecisions(
  platform: Platform,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const approved = decisions.filter(({ status }) => status === 'approved');
  const dueAt = decisionNoticeDueAt(platform.clock());
  // An unsent notice of an earlier approval moves to the new time.
  await schedule(tx, APPROVALS, ...approved.map(({ activityId: key }) => ({ key, at: dueAt })));
  const rejected = decisions.filter((decision): decision is Rejected => decision.status === 'rejected');
  if (rejected.length > 0) await notifyRejections(platform, tx, rejected);
}

async function notifyRejections(
  platform: Platform,
  tx: Transaction,
  rejected: readonly Rejected[],
): Promise<void> {
  const ids = rejected.map(({ activityId }) => activityId);
  const unaware = await cancelApprovals(tx, ids);
  const owned = new Map((await listOwned(tx, ids)).map(one => [one.activity.id, one]));
  const groups = Map.groupBy(rejected, ({ activityId, reason }) => {
    const activity = owned.get(activityId)?.activity;
    if (activity?.sourceHost) return `${activity.collectiveId} ${activity.sourceHost} ${reason}`;
    return activity?.seriesId ?? activityId;
  });
  await notify(
    platform,
    tx,
    [...groups.values()].flatMap(group => {
      const [first] = group;
      const facts = first && owned.get(first.activityId);
      if (first === undefined || facts === undefined) return [];
      const isUnaware = group.some(({ activityId }) => unaware.has(activityId));
      const status = isUnaware ? 'pending' : first.currentStatus;
      const wasPublic = isPublic(status, platform.settings.moderation);
      const others = othersPhrase(group.flatMap(({ activityId }) => owned.get(activityId)?.activity ?? []));
      return rejectionMessage(facts, { ...first, wasPublic, dates: group.length, others }, platform);
    }),
  );
}

/**
 * Withdraws the pending notifications of approvals to owners and followers. Returns the activities whose owner has not been
 * notified; the approvals of the others can no longer be undone.
 */
export async function withdrawApprovalNotices(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const withdrawn = await cancelApprovals(tx, activityIds);
  if (await deleteUnstartedNews(tx, [...withdrawn], clock())) await markUnpublished(tx, [...withdrawn]);
  return withdrawn;
}

/** Cancels unsent notices. Returns the activities that had one; the owners of the others have already been notified. */
const cancelApprovals = async (tx: Transaction, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await cancel(tx, APPROVALS, ids)).map(({ key }) => key));

/** Notifies owners of approvals that can no longer be undone, once for each series, and once for the activities of a followed calendar. */
export const approvalNotifications: LockingHandler = {
  kind: APPROVALS,
  async run(platform, tx, activityId, claim) {
    const now = platform.clock();
    await lockOwner(tx, activityId);
    if ((await claim()) === null) return;
    const ofCalendar = await listOfSameCalendar(tx, activityId);
    // Approvals of activities of one calendar, one after the other, are one notice after the last.
    const latest = await findLatest(tx, APPROVALS, ofCalendar, now);
    if (latest !== null) return schedule(tx, APPROVALS, { key: activityId, at: latest });
    const keys = new Set([...ofCalendar, ...(await listSiblings(tx, activityId))]);
    const siblings = await claimDue(tx, APPROVALS, [...keys], now);
    const due = [activityId, ...siblings.map(({ key }) => key)];
    // The notice of a rejected activity waits: an undo of the rejection restores the approval, and its announcement cancels the notice.
    const rejected = await findRejected(tx, due);
    const at = decisionNoticeDueAt(now);
    await schedule(tx, APPROVALS, ...[...rejected].map(key => ({ key, at })));
    const approved = due.filter(id => !rejected.has(id));
    if (approved.length > 0) await notifyApprovals(platform, tx, approved, now);
  },
};

/** Announces rejections that can no longer be undone. The rejections of a series are announced in one transaction. */
export const rejectionNotifications: LockingHandler<RejectionNotice['data']> = {
  kind: REJECTIONS,
  async run(platform, tx, activityId, claim) {
    await lockOwner(tx, activityId);
    await announceRejections(platform, tx, activityId, claim);
  },
};

/** Notifies the owner of approvals of one activity, or of several of one series or of one calendar. */
async function notifyApprovals(
  platform: Platform,
  tx: Transaction,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  const remembered = await findRemembered(tx, ids, now);
  // Skips activities that were edited or rejected since, because this approval no longer makes them public.
  const approved = (await listOwned(tx, ids)).filter(({ activity }) => activity.status === 'approved');
  const groups = Map.groupBy(approved, ({ activity }) => remembered.has(activity.id));
  await notify(
    platform,
    tx,
    [...groups].flatMap(([isMemory, [first, ...others]]) =>
      first === undefined ? [] : approvalMessage([first, ...others], { isMemory }, platform),
    ),
  );
}

function approvalMessage(
  group: readonly [OwnedActivity, ...OwnedActivity[]],
  { isMemory }: { readonly isMemory: boolean },
  platform: Platform,
): Message {
  const [{ owner, activity }] = group;
  const dates = group.length;
  const others = othersPhrase(group.map(one => one.activity));
  const what = isMemory ? `La memoria de «${activity.title}»` : `«${activity.title}»`;
  const several = isOfOneSeries(group) ? 'Serie aprobada' : 'Actividades aprobadas';
  const approved = dates === 1 ? 'Actividad aprobada' : several;
  return {
    userId: owner.id,
    email: owner.email,
    taskId: activity.id,
    type: 'approval',
    title: isMemory ? 'Memoria aprobada' : approved,
    text: `${what} fue aprobada y ya está publicada${others}.`,
    composeEmail: null,
    item: (isMemory ? memoryApprovalItem : approvalItem)(activity, dates, platform, others),
  };
}

const isOfOneSeries = (group: readonly OwnedActivity[]): boolean =>
  new Set(group.map(({ activity }) => activity.seriesId)).size === 1 && group[0]?.activity.seriesId !== null;

interface Removed {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
  readonly ownerId: string;
  readonly seriesId: string | null;
}

/** Notifies owners of activities that an administrator has deleted, once for each series. */
export async function notifyRemovals(
  platform: Platform,
  tx: Transaction,
  removed: readonly Removed[],
  reason: string,
): Promise<void> {
  const groups = [...Map.groupBy(removed, ({ id, seriesId }) => seriesId ?? id).values()];
  const owners = new Map(
    (await listAccounts(tx, [...new Set(removed.map(({ ownerId }) => ownerId))])).map(row => [row.id, row]),
  );
  await notify(
    platform,
    tx,
    groups.flatMap(([first, ...others]) => {
      const owner = first && owners.get(first.ownerId);
      if (first === undefined || owner === undefined) return [];
      const { title } = first;
      const dates = others.length + 1;
      const why = reason === '' ? '' : ` Motivo: ${reason}`;
      return {
        userId: owner.id,
        email: owner.email,
        taskId: null,
        type: 'rejection' as const,
        title: 'Actividad eliminada',
        text: `Quien administra ${SITE_NAME} eliminó «${title}»${occurrencesPhrase(dates)}.${why}`,
        composeEmail: null,
        item: removalItem(first, reason, dates, platform),
      };
    }),
  );
}

/** Notifies the owners of a collective of the decision about it. `reason` is null if it was approved. */
export async function notifyCollectiveDecision(
  platform: Platform,
  tx: Transaction,
  collective: { readonly id: string; readonly name: string; readonly slug: string },
  reason: string | null,
): Promise<void> {
  const isRejected = reason !== null;
  const text = collectiveDecisionText(collective.name, isRejected);
  await notify(
    platform,
    tx,
    (await listOwners(tx, collective.id)).map(({ id: userId, email }) => ({
      userId,
      email,
      taskId: null,
      type: isRejected ? ('rejection' as const) : ('approval' as const),
      title: isRejected ? 'Colectivo rechazado' : 'Colectivo aprobado',
      text: isRejected ? `${text} Motivo: ${reason}` : text,
      composeEmail: null,
      item: collectiveDecisionItem(collective, reason),
    })),
  );
}

interface Rejection {
  readonly reason: string;
  readonly reported?: readonly ReportReason[];
  /** Whether the activity was public as far as its owner has been notified. */
  readonly wasPublic: boolean;
  readonly dates: number;
  /** The text after the title of the first of several. */
  readonly others: string;
}

function rejectionMessage(
  { owner, activity }: OwnedActivity,
  rejection: Rejection,
  platform: Platform,
): Message {
  const { reason, reported = [], wasPublic, others } = rejection;
  const after = reported.length === 0 ? '' : ` después de reportes (${reasonsInWords(reported)})`;
  return {
    userId: owner.id,
    email: owner.email,
    taskId: activity.id,
    type: 'rejection',
    title: wasPublic ? 'Actividad retirada' : 'Actividad rechazada',
    text: `«${activity.title}» fue ${wasPublic ? 'retirada' : 'rechazada'}${others}${after}. Motivo: ${reason}`,
    composeEmail: null,
    item: rejectionItem(activity, rejection, platform),
  };
}

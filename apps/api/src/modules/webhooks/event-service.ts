import type { Activity } from '@minga/contract/activities';
import { PING, type WebhookEvent } from '@minga/contract/webhooks';
import { v7 } from 'uuid';
import type { Transaction } from '../../platform/database/connection.ts';
import { decisionNoticeDueAt } from '../../platform/due-work/decision-notice.ts';
import type { Platform } from '../../platform/platform.ts';
import type {
  ActivityChanged,
  ActivityDecided,
  ActivityDeleting,
  ActivityPublished,
} from '../activities/events.ts';
import { isPublic } from '../activities/policy.ts';
import { presentWhole } from '../activities/presenter.ts';
import {
  type ActivityRow,
  type DeliveryRow,
  findActivities,
  insertDeliveries,
  lockSubscribed,
} from './repository.ts';

type Parts = Pick<Platform, 'clock' | 'settings' | 'publicUrl'>;

interface Occurrence {
  readonly activityId: string;
  /** The earliest time of the delivery; absent for an immediate one. */
  readonly dueAt?: Date;
  /** The status that the activity had while it was public; present if it is no longer public. */
  readonly publicStatus?: ActivityRow['activity']['status'];
}

/** Subscriber of `activityPublished`: announces an approval that can be undone only after the undo period. */
export const announcePublications = (
  parts: Parts,
  tx: Transaction,
  published: readonly ActivityPublished[],
): Promise<void> =>
  announce(
    parts,
    tx,
    'activity.published',
    published.map(({ activityId, canBeUndone }) => ({
      activityId,
      ...(canBeUndone && { dueAt: decisionNoticeDueAt(parts.clock()) }),
    })),
  );

/** Subscriber of `activityChanged`: announces the changes. */
export const announceChanges = (
  parts: Parts,
  tx: Transaction,
  changes: readonly ActivityChanged[],
): Promise<void> => announce(parts, tx, 'activity.updated', changes);

/** Subscriber of `activityDeleting`: announces the cancellations. */
export const announceDeletions = (
  parts: Parts,
  tx: Transaction,
  deleted: readonly ActivityDeleting[],
): Promise<void> =>
  announce(
    parts,
    tx,
    'activity.cancelled',
    deleted.map(({ id }) => ({ activityId: id })),
  );

/** Subscriber of `activityDecided`: announces the cancellation of rejected activities and the update of reapproved ones. */
export async function announceDecisions(
  parts: Parts,
  tx: Transaction,
  decisions: readonly ActivityDecided[],
): Promise<void> {
  const withdrawn: Occurrence[] = [];
  const approved: string[] = [];
  for (const decision of decisions) {
    const { activityId } = decision;
    if (decision.status === 'approved') approved.push(activityId);
    else if (isPublic(decision.currentStatus, parts.settings.moderation))
      withdrawn.push({ activityId, publicStatus: decision.currentStatus });
  }
  await announce(parts, tx, 'activity.cancelled', withdrawn);
  // With reactive moderation the activity was already public. `activityPublished` announces the first publication.
  if (parts.settings.moderation !== 'prior' || approved.length === 0) return;
  const dueAt = decisionNoticeDueAt(parts.clock());
  const again = (await findActivities(tx, approved)).filter(({ activity }) => activity.publishedAt !== null);
  await announce(
    parts,
    tx,
    'activity.updated',
    again.map(({ activity }) => ({ activityId: activity.id, dueAt })),
  );
}

/** Subscriber of `attendanceConfirmed` and `attendanceCancelled`: announces the new counts without data of attendees. */
export const announceAttendances = (
  parts: Parts,
  tx: Transaction,
  event: 'attendance.confirmed' | 'attendance.cancelled',
  changes: readonly { readonly activity: { readonly id: string } }[],
): Promise<void> =>
  announce(
    parts,
    tx,
    event,
    changes.map(({ activity }) => ({ activityId: activity.id })),
  );

/** Stores one delivery for each occurrence and webhook of its activity's collective. A delivery contains only public data. */
async function announce(
  parts: Parts,
  tx: Transaction,
  event: WebhookEvent,
  occurrences: readonly Occurrence[],
): Promise<void> {
  if (occurrences.length === 0) return;
  const ids = [...new Set(occurrences.map(({ activityId }) => activityId))];
  const subscribed = await lockSubscribed(tx, ids, event);
  if (subscribed.length === 0) return;
  const now = parts.clock();
  const rows = new Map((await findActivities(tx, ids)).map(row => [row.activity.id, row]));
  const deliveries = occurrences.flatMap(({ activityId, dueAt = now, publicStatus }) => {
    const row = rows.get(activityId);
    if (row === undefined) return [];
    const status = publicStatus ?? row.activity.status;
    if (!isPublic(status, parts.settings.moderation)) return [];
    const data = dataOf(parts, event, presentPublic(row, status, now));
    return subscribed
      .filter(webhook => webhook.activityId === activityId)
      .map(({ webhookId }) => newDelivery({ webhookId, event, activityId, data, now, dueAt }));
  });
  await insertDeliveries(tx, deliveries);
}

const presentPublic = (
  { activity, ...row }: ActivityRow,
  status: ActivityRow['activity']['status'],
  now: Date,
): Activity => presentWhole({ ...row, activity: { ...activity, status, rejectionReason: null } }, null, now);

function dataOf({ publicUrl }: Parts, event: WebhookEvent, activity: Activity): object {
  const { _id: activityId, places } = activity;
  return event === 'attendance.confirmed' || event === 'attendance.cancelled'
    ? { activityId, places }
    : { activity, url: `${publicUrl}/actividades/${activityId}` };
}

interface Content {
  readonly webhookId: string;
  readonly event: DeliveryRow['event'];
  readonly activityId: string | null;
  readonly data: object;
  readonly now: Date;
  readonly dueAt: Date;
}

function newDelivery({ data, now, ...columns }: Content) {
  const id = v7();
  const body = JSON.stringify({ id, event: columns.event, createdAt: now.toISOString(), data });
  return { ...columns, id, body, createdAt: now };
}

/** Stores a ping for a locked webhook, due immediately. */
export async function insertPing(tx: Transaction, webhookId: string, now: Date): Promise<DeliveryRow> {
  const ping = newDelivery({ webhookId, event: PING, activityId: null, data: {}, now, dueAt: now });
  const [row] = await insertDeliveries(tx, [ping]);
  if (row === undefined) throw new Error('the ping was not stored');
  return row;
}

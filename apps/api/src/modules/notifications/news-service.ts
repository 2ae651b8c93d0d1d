import type { ActivityStatus } from '@minga/contract/activities';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Platform } from '../../platform/platform.ts';
import { activities } from '../activities/schema.ts';
import { tell } from './delivery-service.ts';
import { insertAttendanceNews, insertDeletionNews, insertOnce } from './news-repository.ts';
import { changeDueAt } from './rules.ts';

interface Coming {
  readonly activity: {
    readonly id: string;
    readonly ownerId: string;
    readonly ownerEmail: string;
    readonly title: string;
    readonly date: Date;
  };
  readonly attendance: { readonly id: string; readonly name: string | null; readonly email: string | null };
  /** Who did it; nobody is told what they did themselves, signed in or not. */
  readonly actorId: string | null;
}

/**
 * The owners are told of everybody who comes or no longer comes: in the bell at once, with the commit; by e-mail together
 * with others, at most every ten minutes. Of what is over nobody is told.
 */
export async function notifyOwners(
  platform: Platform,
  tx: Transaction,
  type: 'attendance' | 'cancellation',
  all: readonly Coming[],
): Promise<void> {
  const now = platform.clock();
  const isComing = type === 'attendance';
  const news = all
    .filter(
      ({ activity, attendance, actorId }) =>
        actorId !== activity.ownerId && attendance.email !== activity.ownerEmail && activity.date >= now,
    )
    .map(({ activity, attendance }) => ({ activity, attendance, name: attendance.name ?? 'Alguien' }));
  await insertAttendanceNews(
    tx,
    news.map(({ activity, attendance, name }) => ({
      activityId: activity.id,
      attendanceId: attendance.id,
      name,
      isComing,
      createdAt: now,
    })),
  );
  await tell(
    platform,
    tx,
    news.map(({ activity, name }) => ({
      type,
      userId: activity.ownerId,
      email: '',
      title: isComing ? 'Nueva asistencia' : 'Asistencia cancelada',
      text: `${name} ${isComing ? 'asistirá' : 'ya no asistirá'} a «${activity.title}».`,
      taskId: activity.id,
      letter: null,
    })),
  );
}

interface Facts {
  readonly date: Date;
  readonly place: string;
}

/** Remembers what an activity was before its edit, until those who attend are told of another date or place. */
export async function noteChange(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  activityId: string,
  before: Facts,
  after: Facts,
): Promise<void> {
  if (before.date.getTime() === after.date.getTime() && before.place === after.place) return;
  const { date, place } = before;
  await insertOnce(tx, { activityId, date, place, dueAt: changeDueAt(clock()) });
}

/** Before an activity is deleted: those who attend are noted, to be told if it was public, by one of `statuses`. */
export const noteDeletion = (
  parts: Pick<Platform, 'clock'>,
  tx: Transaction,
  id: string,
  statuses: ActivityStatus[],
): Promise<void> => insertDeletionNews(tx, eq(activities.id, id), statuses, parts.clock());

/** The same for all activities of an account. */
export const noteDeletions = (
  parts: Pick<Platform, 'clock'>,
  tx: Transaction,
  ownerId: string,
  statuses: ActivityStatus[],
): Promise<void> => insertDeletionNews(tx, eq(activities.ownerId, ownerId), statuses, parts.clock());

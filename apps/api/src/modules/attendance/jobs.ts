import { phaseOf } from '@minga/contract/activity-phase';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { Transaction } from '../../platform/database/connection.ts';
import type { Attachment } from '../../platform/mail/schema.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCalendarFiles } from '../activities/calendar-service.ts';
import { isPublic } from '../activities/policy.ts';
import { sweepAnswers } from './answer-service.ts';
import { insertLinks, type LinkedRow, listByEmailAt, listUpcomingByEmail } from './link-repository.ts';
import { newPersonalLink } from './links.ts';
import { personalLinksEmail } from './mails.tsx';
import { eraseExpiredVisitors } from './retention-service.ts';

const EMAILS_QUEUE = 'attendance-letters';
/** Longer emails are not read to the end. */
const LINKS_MAX = 20;

const emailRequest = z.object({
  letterId: z.uuid(),
  email: z.string(),
  taskId: z.optional(z.uuid()),
});

export interface LinkRequest {
  readonly email: string;
  /** Undefined: every upcoming activity. */
  readonly taskId?: string | undefined;
}

/** At night in America, and not on the hour. */
const DAILY = '37 8 * * *';
const DAILY_LATER = '47 8 * * *';

export function attendanceJobs(platform: Platform): void {
  platform.jobs.every('answer-sweep', DAILY, () => sweepAnswers(platform));
  platform.jobs.every('visitor-retention', DAILY_LATER, async (_data, signal) => {
    await eraseExpiredVisitors(platform, signal);
  });
  platform.jobs.work(EMAILS_QUEUE, data => writeLinkEmail(platform, data), { concurrency: 5 });
}

/**
 * Enqueues the email with the personal links of an address. The job, not the request, looks up the attendances, so that
 * the request takes the same time for every address and reveals nothing.
 */
export const requestLinkEmail = ({ jobs, db }: Platform, { email, taskId }: LinkRequest): Promise<void> =>
  jobs.send(db, EMAILS_QUEUE, { letterId: v7(), email, taskId });

const NOT_PUBLISHED = 'Una actividad que no está publicada';

/** Nothing that the organiser of an activity wrote is sent while it is held for review or rejected. */
const withoutHeldText = ({ settings }: Pick<Platform, 'settings'>, row: LinkedRow): LinkedRow =>
  isPublic(row.activity.status, settings.moderation)
    ? row
    : {
        ...row,
        activity: { ...row.activity, title: NOT_PUBLISHED, place: '', directions: '' },
        needs: [],
        claims: [],
      };

/** The dates with a place that are to come and public; a place on the waiting list is nothing to put into a calendar. */
async function calendarOf(
  platform: Platform,
  tx: Transaction,
  rows: readonly LinkedRow[],
): Promise<readonly Attachment[]> {
  const now = platform.clock();
  const entries = rows.flatMap(({ activity, attendance }) =>
    attendance.status === 'confirmed' &&
    isPublic(activity.status, platform.settings.moderation) &&
    phaseOf(activity, now) !== 'past'
      ? [{ activityId: activity.id, isConfirmed: true }]
      : [],
  );
  const filesOf = await createCalendarFiles(
    tx,
    entries.map(({ activityId }) => activityId),
    platform,
  );
  return filesOf(entries);
}

async function writeLinkEmail(platform: Platform, data: unknown): Promise<void> {
  const { letterId, email, taskId } = emailRequest.parse(data);
  const { db, clock, mailer } = platform;
  const now = clock();
  const rows: LinkedRow[] =
    taskId === undefined
      ? await listUpcomingByEmail(db, email, now, LINKS_MAX)
      : await listByEmailAt(db, email, taskId);
  if (rows.length === 0) return;
  const linked = rows.map(row => ({ ...withoutHeldText(platform, row), ...newPersonalLink(platform) }));
  await db.transaction(async tx => {
    const linksEmail = await personalLinksEmail(
      email,
      linked,
      await calendarOf(platform, tx, rows),
      platform,
    );
    // A repeated job neither sends a second email nor stores its links.
    if (!(await mailer.send(tx, linksEmail, { id: letterId, kind: 'personalLinksEmail', cause: 'visitor' })))
      return;
    await insertLinks(
      tx,
      linked.map(({ tokenHash, attendance: { id } }) => ({
        tokenHash,
        attendanceId: id,
        email,
        createdAt: now,
      })),
    );
  });
}

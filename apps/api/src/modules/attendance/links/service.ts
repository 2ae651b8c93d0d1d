import { phaseOf } from '@minga/contract/activity-phase';
import { v7 } from 'uuid';
import { z } from 'zod';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { invalidToken } from '../../../platform/errors.ts';
import { arrivalCodeImage, type MailedLink, newMailedLink } from '../../../platform/mail/personal-link.tsx';
import type { Attachment } from '../../../platform/mail/schema.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken } from '../../../platform/tokens.ts';
import { createCalendarFiles } from '../../activities/calendar/service.ts';
import { isPublic } from '../../activities/policy.ts';
import { type DetachedRow, listDetachedByLink } from '../detached-repository.ts';
import { BAD_LINK } from '../errors.ts';
import { linkByEmail, linkByOrigin } from '../limits.ts';
import { personalLinksEmail } from '../mails.tsx';
import { arrivalUrl } from '../rules.ts';
import {
  findByLink,
  insertLinks,
  type LinkedDate,
  type LinkedRow,
  listByEmailAt,
  listLinked,
  listUpcomingByEmail,
} from './repository.ts';

/** A link that shows and cancels one attendance, for the email to its address. */
export const newPersonalLink = (platform: Pick<Platform, 'publicUrl'>): MailedLink =>
  newMailedLink(platform, '/mi-asistencia');

export const EMAILS_QUEUE = 'attendance-letters';
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

/**
 * Enqueues the email with the personal links of an address. The job, not the request, looks up the attendances, so that
 * the request takes the same time for every address and reveals nothing.
 */
const requestLinkEmail = ({ jobs, db }: Platform, { email, taskId }: LinkRequest): Promise<void> =>
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

export async function writeLinkEmail(platform: Platform, data: unknown): Promise<void> {
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

/**
 * The attendance of a personal link, whether its activity is public, and all dates of the link. The link of a series shows that of
 * `taskId`, by default the next one to come, else the last. Reads only.
 */
export async function readPersonalLink(
  { db, settings, clock }: Platform,
  token: string,
  taskId: string | undefined,
): Promise<{ row: LinkedRow; isPublic: boolean; dates: LinkedDate[] }> {
  const tokenHash = hashToken(token);
  const dates = await listLinked(db, tokenHash);
  const next = dates.find(({ date }) => date >= clock()) ?? dates.at(-1);
  const shown = taskId === undefined ? next?.taskId : taskId;
  const row = shown === undefined ? null : await findByLink(db, tokenHash, shown);
  if (row === null) return deletedOf(db, tokenHash, taskId);
  return { row, isPublic: isPublic(row.activity.status, settings.moderation), dates };
}

/** Returns what a personal link shows of a deleted attendance whose hours count, by default the last one. Throws for any other. */
async function deletedOf(db: Executor, tokenHash: Buffer, taskId: string | undefined) {
  const linked = (await listDetachedByLink(db, tokenHash)).filter(
    ({ row }) => row.hours !== null && row.withdrawnAt === null,
  );
  const found = linked.find(({ row }) => row.activityId === taskId) ?? linked.at(-1);
  if (found === undefined) throw invalidToken(BAD_LINK);
  const dates = linked.map(({ row, mailedTo }) => ({
    ...{ taskId: row.activityId, date: row.date, status: 'confirmed' as const, mailedTo },
  }));
  return { row: linkedRowOf(found.row), isPublic: false, dates };
}

const linkedRowOf = ({ activityId, title, date, endDate, place, ...row }: DetachedRow): LinkedRow => ({
  attendance: {
    ...{ id: row.id, name: row.name, email: row.email, phone: null, answers: [], companions: 0 },
    ...{ status: 'confirmed', offerExpiresAt: null, askedAgainAt: null, reconfirmedAt: null },
    // It opens nothing any more.
    ...{ code: Buffer.alloc(16), checkedInAt: row.checkedInAt, hours: row.hours },
  },
  position: null,
  claims: [],
  activity: {
    ...{ id: activityId, title, date, endDate, place, latitude: null, longitude: null, directions: '' },
    ...{
      isLocationPrivate: false,
      companionsMax: 0,
      questions: [],
      needsRequired: false,
      status: 'rejected',
    },
  },
  needs: [],
});

/** Emails the personal links of an address again. The response does not reveal whether it attends anything. */
export async function requestPersonalLink(
  platform: Platform,
  request: LinkRequest,
  origin: string,
): Promise<void> {
  await platform.limits.count(linkByOrigin, origin);
  await platform.limits.count(linkByEmail, request.email);
  await requestLinkEmail(platform, request);
}

/** Creates and stores a personal link for each attendance, to be mailed to its address; the URLs by attendance id. */
export async function createPersonalLinks(
  { publicUrl, clock }: Pick<Platform, 'publicUrl' | 'clock'>,
  tx: Transaction,
  recipients: readonly { readonly id: string; readonly email: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (recipients.length === 0) return new Map();
  const links = recipients.map(({ id: attendanceId, email }) => ({
    ...{ attendanceId, email },
    ...newPersonalLink({ publicUrl }),
  }));
  const createdAt = clock();
  await insertLinks(
    tx,
    links.map(({ attendanceId, email, tokenHash }) => ({ attendanceId, email, tokenHash, createdAt })),
  );
  return new Map(links.map(({ attendanceId, url }) => [attendanceId, url]));
}

/** The code of an attendance in an e-mail to its attendee: the template's values, and the image. */
export interface ArrivalMail {
  readonly values: Readonly<Record<'arrivalPage' | 'arrivalImage', string | null>>;
  readonly attachments: readonly Attachment[];
}

/** Null: the recipient has no confirmed attendance. */
export function arrivalMail(
  place: { readonly publicUrl: string },
  attendance: { readonly id: string; readonly code: Buffer } | null,
): ArrivalMail {
  if (attendance === null) return { values: { arrivalPage: null, arrivalImage: null }, attachments: [] };
  const arrivalPage = arrivalUrl(place, attendance.code);
  const contentId = `llegada.${attendance.id}@minga`;
  return {
    values: { arrivalPage, arrivalImage: `cid:${contentId}` },
    attachments: [arrivalCodeImage(arrivalPage, contentId)],
  };
}

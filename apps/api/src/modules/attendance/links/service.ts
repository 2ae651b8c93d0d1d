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
import { NO_LOCATION, UNPUBLISHED_TITLE } from '../../activities/rules.ts';
import { type DetachedRow, listDetachedByLink } from '../detached-repository.ts';
import { BAD_LINK } from '../errors.ts';
import { linkByEmail, linkByOrigin } from '../limits.ts';
import { personalLinksEmail } from '../mails.ts';
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

/** Creates a link that shows and cancels an attendance, for the e-mail to its address. */
export const newPersonalLink = (platform: Pick<Platform, 'publicUrl'>): MailedLink =>
  newMailedLink(platform, '/mi-asistencia');

export const EMAILS_QUEUE = 'attendance-emails';
/** The maximum number of attendances in one e-mail, which recipients still read to the end. */
const LINKS_MAX = 20;

const emailRequest = z.object({
  emailId: z.uuid(),
  email: z.string(),
  taskId: z.optional(z.uuid()),
});

export interface LinkRequest {
  readonly email: string;
  /** The activity, or undefined for every upcoming activity of the address. */
  readonly taskId?: string | undefined;
}

/**
 * Enqueues the e-mail with the personal links of an address. The job, not the request, looks up the attendances, so that the
 * request takes the same time for every address and reveals nothing.
 */
const requestLinkEmail = ({ jobs, db }: Platform, { email, taskId }: LinkRequest): Promise<void> =>
  jobs.send(db, EMAILS_QUEUE, { emailId: v7(), email, taskId });

/** Removes the organiser's texts if the activity is not public (docs/rules.md R19.3). The attendance and the date remain. */
const withoutHeldText = ({ settings }: Pick<Platform, 'settings'>, row: LinkedRow): LinkedRow =>
  isPublic(row.activity.status, settings.moderation)
    ? row
    : {
        ...row,
        activity: {
          ...row.activity,
          ...NO_LOCATION,
          ...{ title: UNPUBLISHED_TITLE, chatUrl: null, questions: [], needsRequired: false },
        },
        needs: [],
        claims: [],
      };

/** The calendar file with the upcoming public dates that have a confirmed place. Dates on the waiting list are left out. */
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
  const { emailId, email, taskId } = emailRequest.parse(data);
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
    // A repeated job neither sends a second e-mail nor stores its links.
    if (!(await mailer.send(tx, linksEmail, { id: emailId, kind: 'personalLinksEmail', cause: 'visitor' })))
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
 * The attendance of a personal link, whether its activity is public, and all dates of the link. The link of a series shows the
 * attendance in `taskId`, by default the next upcoming one, or else the last one. Changes nothing.
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
  return {
    row: withoutHeldText({ settings }, row),
    isPublic: isPublic(row.activity.status, settings.moderation),
    dates,
  };
}

/**
 * Returns the deleted attendance of a personal link if its hours count: that in `taskId`, or else the last one. Throws if there is
 * none.
 */
async function deletedOf(db: Executor, tokenHash: Buffer, taskId: string | undefined) {
  const linked = (await listDetachedByLink(db, tokenHash)).filter(
    ({ row }) => row.hours !== null && row.withdrawnAt === null,
  );
  const found = linked.find(({ row }) => row.activityId === taskId) ?? linked.at(-1);
  if (found === undefined) throw invalidToken(BAD_LINK);
  const dates = linked.map(({ row, mailedTo }) => ({
    taskId: row.activityId,
    date: row.date,
    status: 'confirmed' as const,
    mailedTo,
  }));
  return { row: linkedRowOf(found.row), isPublic: false, dates };
}

const linkedRowOf = ({ activityId, title, date, endDate, place, ...row }: DetachedRow): LinkedRow => ({
  attendance: {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: null,
    answers: [],
    companions: 0,
    status: 'confirmed',
    offerExpiresAt: null,
    askedAgainAt: null,
    reconfirmedAt: null,
    // The code of a deleted attendance is void.
    code: Buffer.alloc(16),
    checkedInAt: row.checkedInAt,
    hours: row.hours,
    addition: null,
  },
  position: null,
  claims: [],
  activity: {
    ...NO_LOCATION,
    id: activityId,
    title,
    date,
    endDate,
    place,
    companionsMax: 0,
    chatUrl: null,
    questions: [],
    needsRequired: false,
    status: 'rejected',
  },
  needs: [],
});

/** Mails the personal links of an address again. The response does not reveal whether the address has attendances. */
export async function requestPersonalLink(
  platform: Platform,
  request: LinkRequest,
  origin: string,
): Promise<void> {
  await platform.limits.count(linkByOrigin, origin);
  await platform.limits.count(linkByEmail, request.email);
  await requestLinkEmail(platform, request);
}

/** Creates and stores a personal link for each attendance, to be mailed to its address. Returns the URLs by attendance id. */
export async function createPersonalLinks(
  { publicUrl, clock }: Pick<Platform, 'publicUrl' | 'clock'>,
  tx: Transaction,
  recipients: readonly { readonly id: string; readonly email: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (recipients.length === 0) return new Map();
  const links = recipients.map(({ id: attendanceId, email }) => ({
    attendanceId,
    email,
    ...newPersonalLink({ publicUrl }),
  }));
  const createdAt = clock();
  await insertLinks(
    tx,
    links.map(({ attendanceId, email, tokenHash }) => ({ attendanceId, email, tokenHash, createdAt })),
  );
  return new Map(links.map(({ attendanceId, url }) => [attendanceId, url]));
}

/** The code of an attendance in an e-mail to its attendee: the values for the template, and the image as an attachment. */
export interface ArrivalMail {
  readonly values: Readonly<Record<'arrivalPage' | 'arrivalImage', string | null>>;
  readonly attachments: readonly Attachment[];
}

/** Creates the code's values and attachment, or empty ones if `attendance` is null, since the recipient has no confirmed place. */
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

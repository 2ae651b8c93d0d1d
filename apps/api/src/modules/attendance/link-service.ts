import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isPublic } from '../activities/policy.ts';
import { type DetachedRow, listDetachedByLink } from './detached-repository.ts';
import { BAD_LINK } from './errors.ts';
import { type LinkRequest, requestLinkEmail } from './jobs.ts';
import { linkByEmail, linkByOrigin } from './limits.ts';
import { findByLink, insertLinks, type LinkedDate, type LinkedRow, listLinked } from './link-repository.ts';
import { newPersonalLink } from './links.ts';

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

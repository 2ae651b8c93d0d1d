import type { Transaction } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { isPublic } from '../activities/policy.ts';
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
  if (row === null) throw invalidToken(BAD_LINK);
  return { row, isPublic: isPublic(row.activity.status, settings.moderation), dates };
}

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

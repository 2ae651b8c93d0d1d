import type { Transaction } from '../../platform/database/connection.ts';
import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { publicStatuses } from '../activities/policy.ts';
import { type LinkRequest, requestLinkEmail } from './jobs.ts';
import { linkByEmail, linkByOrigin } from './limits.ts';
import { findByLink, insertLinks, type LinkedRow } from './link-repository.ts';
import { newPersonalLink } from './links.ts';

const BAD_LINK = 'Este enlace no es válido o la asistencia ya fue cancelada.';

/** The attendance of a personal link, and whether its activity is public. Reads only. */
export async function readPersonalLink(
  { db, settings }: Platform,
  token: string,
): Promise<{ row: LinkedRow; isPublic: boolean }> {
  const row = await findByLink(db, hashToken(token));
  if (row === null) throw invalidToken(BAD_LINK);
  return { row, isPublic: publicStatuses(settings.moderation).includes(row.activity.status) };
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

/** Creates and stores a personal link for each attendance; the URLs by attendance id. */
export async function createPersonalLinks(
  { publicUrl, clock }: Pick<Platform, 'publicUrl' | 'clock'>,
  tx: Transaction,
  attendanceIds: string[],
): Promise<ReadonlyMap<string, string>> {
  if (attendanceIds.length === 0) return new Map();
  const links = attendanceIds.map(attendanceId => ({ attendanceId, ...newPersonalLink({ publicUrl }) }));
  const createdAt = clock();
  await insertLinks(
    tx,
    links.map(({ attendanceId, tokenHash }) => ({ attendanceId, tokenHash, createdAt })),
  );
  return new Map(links.map(({ attendanceId, url }) => [attendanceId, url]));
}

import { invalidToken } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { hashToken } from '../../platform/tokens.ts';
import { publicStatuses } from '../activities/service.ts';
import { type LinkRequest, requestLinkLetter } from './jobs.ts';
import { linkByEmail, linkByOrigin } from './limits.ts';
import { findByLink, type LinkedRow } from './link-repository.ts';

const BAD_LINK = 'Este enlace no es válido o la asistencia ya fue cancelada.';

/** The attendance behind a mailed link, and whether everybody may see its activity. Changes nothing. */
export async function readPersonalLink(
  { db, settings }: Platform,
  token: string,
): Promise<{ row: LinkedRow; isPublic: boolean }> {
  const row = await findByLink(db, hashToken(token));
  if (row === null) throw invalidToken(BAD_LINK);
  return { row, isPublic: publicStatuses(settings.moderation).includes(row.activity.status) };
}

/** Mails the links of an address again; nothing tells whether it attends anything. */
export async function requestPersonalLink(
  platform: Platform,
  request: LinkRequest,
  origin: string,
): Promise<void> {
  await platform.limits.count(linkByOrigin, origin);
  await platform.limits.count(linkByEmail, request.email);
  await requestLinkLetter(platform, request);
}

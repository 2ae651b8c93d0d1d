import { type NewApiToken, TOKENS_MAX } from '@minga/contract/api-tokens';
import type { Paging } from '../../../platform/database/queries.ts';
import { conflict, invalid, notFound, unauthenticated } from '../../../platform/errors.ts';
import type { Session } from '../../../platform/http/session.ts';
import type { Platform } from '../../../platform/platform.ts';
import { hashToken, isToken, newToken } from '../../../platform/tokens.ts';
import { apiTokenCreatedEmail } from '../mails.ts';
import { expiryOf, problemOfExpiry } from '../rules.ts';
import {
  type ApiTokenRow,
  countApiTokens,
  deleteApiToken,
  insertApiToken,
  listApiTokens,
  lockSessionAccount,
} from './repository.ts';

const PREFIX = 'minga_';
/** The number of random characters that lists show. */
const SHOWN = 4;

/** Creates a token, whose prefix lets secret scanners recognise it in published code. */
export const newApiToken = (): string => `${PREFIX}${newToken()}`;

export const isApiToken = (value: string): boolean =>
  value.startsWith(PREFIX) && isToken(value.slice(PREFIX.length));

export const shownPrefix = (token: string): string => token.slice(0, PREFIX.length + SHOWN);

const TOO_MANY = `Ya tienes ${TOKENS_MAX} tokens. Elimina uno que no uses para crear otro.`;

/** An account's tokens that have not expired, the newest first. */
export const ownApiTokens = (
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  paging: Paging = { limit: TOKENS_MAX, offset: 0 },
): Promise<{ rows: ApiTokenRow[]; total: number }> => listApiTokens(db, userId, clock(), paging);

/**
 * Creates a token, of which only the hash is stored, and informs its owner by e-mail. Throws 400 if the expiry is in the past or too
 * far away, 401 if the session ended while the request ran, and 409 if the account has too many tokens.
 */
export async function createApiToken(
  { db, clock, mailer, publicUrl, settings }: Platform,
  session: Session,
  { name, scope, expiresAt: wanted }: NewApiToken,
): Promise<{ row: ApiTokenRow; token: string }> {
  const { user } = session;
  const now = clock();
  const expiresAt = expiryOf(wanted, now);
  const problem = problemOfExpiry(expiresAt, now);
  if (problem !== null) throw invalid([problem]);
  const token = newApiToken();
  const email = await apiTokenCreatedEmail(user, { name, scope, expiresAt }, { publicUrl, settings });
  return db.transaction(async tx => {
    if (!(await lockSessionAccount(tx, session))) throw unauthenticated();
    if ((await countApiTokens(tx, user.id, now)) >= TOKENS_MAX) throw conflict(TOO_MANY);
    const row = await insertApiToken(tx, {
      userId: user.id,
      name,
      scope,
      expiresAt,
      createdAt: now,
      tokenHash: hashToken(token),
      prefix: shownPrefix(token),
    });
    await mailer.send(tx, email, { kind: 'apiTokenCreatedEmail', cause: 'recipient', accountId: user.id });
    return { row, token };
  });
}

export async function removeApiToken(
  { db }: Pick<Platform, 'db'>,
  { user }: Session,
  id: string,
): Promise<void> {
  if (!(await deleteApiToken(db, user.id, id))) throw notFound('Ese token ya no existe');
}

import { IDENTITY_MINUTES } from '@minga/contract/identity';
import { AppError } from '../errors.ts';
import type { Session } from './session.ts';

/**
 * Throws 403 CONFIRM_IDENTITY if the session's owner has not given the password or a second factor within 15 minutes:
 * required before acts that a stranger at an unlocked screen must not do. The client confirms by `POST /auth/identity` and
 * repeats the call.
 */
export function requireConfirmedIdentity({ confirmedAt }: Pick<Session, 'confirmedAt'>, now: Date): void {
  if (now.getTime() - confirmedAt.getTime() <= IDENTITY_MINUTES * 60_000) return;
  throw new AppError(
    403,
    'CONFIRM_IDENTITY',
    'Confirma que eres tú con tu contraseña o tu código y vuelve a intentarlo.',
  );
}

import { AppError } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { passkeyByOrigin } from './limits.ts';
import { type PasskeyResponse, provePasskey } from './passkey-proof-service.ts';
import { problemSentences } from './passkey-rules.ts';
import { confirmSession } from './session-repository.ts';

const FOREIGN = 'Esta llave de acceso no es de tu cuenta. Usa otra, o tu contraseña.';

/**
 * Confirms the session by one of the account's own passkeys, for 15 minutes. Throws 400 if the challenge is invalid, and 403 for
 * every other problem, since a 401 would end the session.
 */
export async function confirmByPasskey(
  platform: Platform,
  { id, user }: Session,
  response: PasskeyResponse,
  origin: string,
): Promise<void> {
  const { db, clock, limits } = platform;
  await limits.count(passkeyByOrigin, origin);
  const now = clock();
  const problem = await db.transaction(async tx => {
    const proof = await provePasskey(platform, tx, response, now, user.id);
    if (proof.problem === null) await confirmSession(tx, id, now);
    return proof.problem;
  });
  if (problem === null) return;
  const sentence = problem === 'unknown' ? FOREIGN : problemSentences[problem];
  throw new AppError(403, problem === 'page' ? 'FOREIGN_ORIGIN' : 'WRONG_PASSKEY', sentence);
}

import { randomBytes } from 'node:crypto';
import { ensureSuperadmin } from './modules/accounts/managed/superadmin-service.ts';
import { findSuperadmins, hasSuperadmin } from './modules/accounts/repository.ts';
import { adminPasswordProblem } from './modules/accounts/rules.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/connection.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { isLoopback, type Settings } from './settings.ts';

const LOCAL_EMAIL = 'admin@minga.local';
const USERNAME = 'Superadministración';
const RANDOM_BYTES = 12;

/**
 * Ensures on a loopback address that a superadmin exists: one with a random password, which is returned only if it was created now, since
 * only its hash is stored. Called last of all, so that nothing that follows can fail before the password is printed.
 */
export async function ensureLocalSuperadmin(
  settings: Settings,
  publicUrl: string,
  db: Database,
  clock: Clock,
): Promise<{ email: string; password: string } | null> {
  if (settings.superadmin !== null || !isLoopback(publicUrl)) return null;
  const local = { email: LOCAL_EMAIL, password: randomBytes(RANDOM_BYTES).toString('base64url') };
  const result = await ensureSuperadmin(db, clock, { ...local, username: USERNAME });
  return result === 'created' ? local : null;
}

/** Whether the superadmin is the one of a first, local start, whose address receives no e-mails. */
export const hasLocalSuperadmin = async (db: Database): Promise<boolean> =>
  (await findSuperadmins(db, LOCAL_EMAIL)).length > 0;

/**
 * Ensures that a superadmin exists if the settings name one. Throws a StartProblem for a weak password; one that is not used, since there is
 * a superadmin, is not judged.
 */
export async function ensureConfiguredSuperadmin(
  { superadmin }: Settings,
  db: Database,
  clock: Clock,
): Promise<void> {
  if (superadmin === null || (await hasSuperadmin(db))) return;
  const problem = await adminPasswordProblem(superadmin.password, superadmin.email);
  if (problem !== null) {
    const [first = '', ...rest] = problem;
    throw new StartProblem(
      `El ajuste SUPERADMIN_PASSWORD no es válido: ${first.toLowerCase()}${rest.join('')}`,
    );
  }
  await ensureSuperadmin(db, clock, { ...superadmin, username: USERNAME });
}

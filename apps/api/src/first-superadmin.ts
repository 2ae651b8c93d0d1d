import { randomBytes } from 'node:crypto';
import { ensureSuperadmin } from './modules/accounts/managed/superadmin-service.ts';
import { findSuperadmins, hasSuperadmin } from './modules/accounts/repository.ts';
import { adminPasswordProblem, LOCAL_EMAIL } from './modules/accounts/rules.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/connection.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { isLoopback, type Settings } from './settings.ts';

const USERNAME = 'Superadministración';
const RANDOM_BYTES = 12;

/**
 * Ensures on a loopback address that a superadmin exists. If it creates one, it returns the random password, of which only the hash is
 * stored. It is called at the end of the start, so that hardly any later step can fail before the password is printed.
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

/** Whether a superadmin has the address that a first, local start assigns, which receives no e-mails. */
export const hasLocalSuperadmin = async (db: Database): Promise<boolean> =>
  (await findSuperadmins(db, LOCAL_EMAIL)).length > 0;

/**
 * Ensures that a superadmin exists if the settings name one. Throws a StartProblem for a weak password. If a superadmin exists already, the
 * password is not used and not checked.
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

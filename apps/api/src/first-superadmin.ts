import { randomBytes } from 'node:crypto';
import { adminPasswordProblem } from './modules/accounts/admin-password-rules.ts';
import { hasSuperadmin } from './modules/accounts/repository.ts';
import { ensureSuperadmin } from './modules/accounts/service.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database/connection.ts';
import { StartProblem } from './platform/database/start-problem.ts';
import { isLoopback, type Settings } from './settings.ts';

const LOCAL_EMAIL = 'admin@minga.local';
const USERNAME = 'Superadministración';
const RANDOM_BYTES = 12;

/**
 * Ensures that a superadmin exists: the one from the settings, or on a loopback address one with a random password. Returns the
 * password only if it was generated now, since only its hash is stored.
 */
export async function ensureFirstSuperadmin(
  { superadmin }: Settings,
  publicUrl: string,
  db: Database,
  clock: Clock,
): Promise<{ email: string; password: string } | null> {
  if (superadmin !== null) {
    await createFromSettings(superadmin, db, clock);
    return null;
  }
  if (!isLoopback(publicUrl)) return null;
  const local = { email: LOCAL_EMAIL, password: randomBytes(RANDOM_BYTES).toString('base64url') };
  const result = await ensureSuperadmin(db, clock, { ...local, username: USERNAME });
  return result === 'created' ? local : null;
}

/** Throws a StartProblem for a weak password; one that is not used, since there is a superadmin, is not judged. */
async function createFromSettings(
  superadmin: NonNullable<Settings['superadmin']>,
  db: Database,
  clock: Clock,
): Promise<void> {
  if (await hasSuperadmin(db)) return;
  const problem = await adminPasswordProblem(superadmin.password, superadmin.email);
  if (problem !== null) {
    const [first = '', ...rest] = problem;
    throw new StartProblem(
      `El ajuste SUPERADMIN_PASSWORD no es válido: ${first.toLowerCase()}${rest.join('')}`,
    );
  }
  await ensureSuperadmin(db, clock, { ...superadmin, username: USERNAME });
}

import { invalid } from '../../platform/errors.ts';
import { adminPasswordProblem } from './admin-password-rules.ts';
import type { UserRow } from './repository.ts';

/** Throws 400 for a password that this account must not get: former administrators may get their role again. */
export async function rejectWeakAdminPassword(
  { role, formerAdmin, email }: Pick<UserRow, 'role' | 'formerAdmin' | 'email'>,
  password: string,
): Promise<void> {
  if (role === 'user' && !formerAdmin) return;
  const problem = await adminPasswordProblem(password, email);
  if (problem !== null) throw invalid([problem]);
}

import type { Attendance } from '@minga/contract/attendance';
import { isAnonymous } from './is-anonymous.ts';

/** The same message as the server's (docs/rules.md R4.2). */
export const TAKEN_MESSAGE = 'Nombre o correo ya registrados';

/** The field whose value another participant already has: the e-mail, or the name ignoring case; null if neither. */
export function takenField(
  participants: readonly Attendance[],
  { name, email }: Pick<Attendance, 'name' | 'email'>,
  ownId?: string,
): 'name' | 'email' | null {
  const others = participants.filter(other => other._id !== ownId && !isAnonymous(other));
  if (email !== '' && others.some(other => other.email === email)) return 'email';
  const isTaken = others.some(other => other.name.toLowerCase() === name.toLowerCase());
  return isTaken ? 'name' : null;
}

import type { Attendance, Attendee } from '@minga/contract/attendance';
import { isAnonymous } from './anonymous.ts';

/** What the server says of it, too (spec 001 section 5). */
export const TAKEN = 'Nombre o correo ya registrados';

/** Which field holds what another participant has already: the e-mail, or the name in whatever capitals; null: neither. */
export function takenField(
  participants: readonly Attendance[],
  { name, email }: Attendee,
  ownId?: string,
): keyof Attendee | null {
  const others = participants.filter(other => other._id !== ownId && !isAnonymous(other));
  if (others.some(other => other.email === email)) return 'email';
  const isTaken = others.some(other => other.name.toLowerCase() === name.toLowerCase());
  return isTaken ? 'name' : null;
}

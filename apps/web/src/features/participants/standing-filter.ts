import type { Attendance } from '@minga/contract/attendance';
import { isNameAlone } from '@minga/contract/name-alone';
import type { AttendanceStatus } from '@minga/contract/places';
import { digits } from '../../lib/digits.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { isAnonymous } from './is-anonymous.ts';

/** All, those who stand so, those who said that they still come or did not answer, or those who left neither e-mail nor phone. */
export type Standing = AttendanceStatus | 'all' | 'coming' | 'unanswered' | 'unreachable';
type Row = Pick<
  Attendance,
  'status' | 'companions' | 'askedAgainAt' | 'reconfirmed' | 'name' | 'email' | 'phone'
>;

const LABELS: Readonly<Record<Standing, string>> = {
  all: 'Todas',
  confirmed: 'Con cupo',
  offered: 'Cupo ofrecido',
  waiting: 'En espera',
  coming: 'Siguen viniendo',
  unanswered: 'No han respondido',
  unreachable: 'Sin correo ni teléfono',
};

/**
 * The choices that a list offers, with how many people come in each, companions included; none where all would be in one. `unreachable`
 * are the people without contact of the whole list, where not all of it is loaded.
 */
export function standingChoices(participants: readonly Row[], unreachable = 0) {
  const isPlain = ({ status, askedAgainAt, reconfirmed }: Row) =>
    status === 'confirmed' && askedAgainAt === null && reconfirmed === null;
  const offered: readonly Standing[] = participants.every(isPlain)
    ? ['all', 'unreachable']
    : (Object.keys(LABELS) as Standing[]);
  const choices = offered.flatMap(standing => {
    const people = ofStanding(participants, standing).reduce((sum, row) => sum + 1 + row.companions, 0);
    const count = standing === 'unreachable' ? Math.max(people, unreachable) : people;
    return count === 0 ? [] : { standing, label: `${LABELS[standing]} (${digits(count)})` };
  });
  return choices.length > 1 ? choices : [];
}

export function ofStanding<P extends Omit<Row, 'companions'>>(
  participants: readonly P[],
  standing: Standing,
): readonly P[] {
  if (standing === 'all') return participants;
  if (standing === 'coming') return participants.filter(({ reconfirmed }) => reconfirmed);
  if (standing === 'unreachable') return participants.filter(row => isNameAlone(row) && !isAnonymous(row));
  return participants.filter(row =>
    standing === 'unanswered' ? isUnanswered(row) : row.status === standing,
  );
}

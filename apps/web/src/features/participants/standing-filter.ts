import type { Attendance } from '@minga/contract/attendance';
import type { AttendanceStatus } from '@minga/contract/places';
import { digits } from '../../lib/digits.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';

/** All, those who stand so, or those who said that they still come or did not answer. */
export type Standing = AttendanceStatus | 'all' | 'coming' | 'unanswered';
type Row = Pick<Attendance, 'status' | 'companions' | 'askedAgainAt' | 'reconfirmed'>;

const LABELS: Readonly<Record<Standing, string>> = {
  all: 'Todas',
  confirmed: 'Con cupo',
  offered: 'Cupo ofrecido',
  waiting: 'En espera',
  coming: 'Siguen viniendo',
  unanswered: 'No han respondido',
};

/** The choices that a list offers, with how many people come in each, companions included; none where all would be in one. */
export function standingChoices(participants: readonly Row[]) {
  const isPlain = ({ status, askedAgainAt, reconfirmed }: Row) =>
    status === 'confirmed' && askedAgainAt === null && reconfirmed === null;
  if (participants.every(isPlain)) return [];
  return (Object.keys(LABELS) as Standing[]).flatMap(standing => {
    const count = ofStanding(participants, standing).reduce((sum, { companions }) => sum + 1 + companions, 0);
    return count === 0 ? [] : { standing, label: `${LABELS[standing]} (${digits(count)})` };
  });
}

export function ofStanding<P extends Omit<Row, 'companions'>>(
  participants: readonly P[],
  standing: Standing,
): readonly P[] {
  if (standing === 'all') return participants;
  if (standing === 'coming') return participants.filter(({ reconfirmed }) => reconfirmed);
  return participants.filter(row =>
    standing === 'unanswered' ? isUnanswered(row) : row.status === standing,
  );
}

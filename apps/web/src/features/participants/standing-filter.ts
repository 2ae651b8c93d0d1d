import type { Attendance } from '@minga/contract/attendance';
import type { AttendanceStatus } from '@minga/contract/places';
import { digits } from '../../lib/digits.ts';

/** All, or those who stand so. */
export type Standing = AttendanceStatus | 'all';

const LABELS: Readonly<Record<Standing, string>> = {
  all: 'Todas',
  confirmed: 'Con cupo',
  offered: 'Cupo ofrecido',
  waiting: 'En espera',
};

/** The choices that a list offers, with how many people come in each, companions included; none where all have a place. */
export function standingChoices(participants: readonly Pick<Attendance, 'status' | 'companions'>[]) {
  if (participants.every(({ status }) => status === 'confirmed')) return [];
  return (Object.keys(LABELS) as Standing[]).flatMap(standing => {
    const count = ofStanding(participants, standing).reduce((sum, { companions }) => sum + 1 + companions, 0);
    return count === 0 ? [] : { standing, label: `${LABELS[standing]} (${digits(count)})` };
  });
}

export const ofStanding = <P extends Pick<Attendance, 'status'>>(
  participants: readonly P[],
  standing: Standing,
): readonly P[] =>
  standing === 'all' ? participants : participants.filter(({ status }) => status === standing);

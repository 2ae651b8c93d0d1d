import type { Attendance } from '@minga/contract/attendance';
import type { AttendanceStatus } from '@minga/contract/places';

/** All, or those who stand so. */
export type Standing = AttendanceStatus | 'all';

const LABELS: Readonly<Record<Standing, string>> = {
  all: 'Todas',
  confirmed: 'Con cupo',
  offered: 'Cupo ofrecido',
  waiting: 'En espera',
};

/** The choices that a list offers, with how many each shows; none where all have a place. */
export function standingChoices(participants: readonly Pick<Attendance, 'status'>[]) {
  if (participants.every(({ status }) => status === 'confirmed')) return [];
  return (Object.keys(LABELS) as Standing[]).flatMap(standing => {
    const count = ofStanding(participants, standing).length;
    return count === 0 ? [] : { standing, label: `${LABELS[standing]} (${count})` };
  });
}

export const ofStanding = <P extends Pick<Attendance, 'status'>>(
  participants: readonly P[],
  standing: Standing,
): readonly P[] =>
  standing === 'all' ? participants : participants.filter(({ status }) => status === standing);

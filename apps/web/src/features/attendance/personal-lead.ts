import { phaseOf, STARTED } from '@minga/contract/activity-phase';
import type { PersonalAttendance } from '@minga/contract/personal-link';

type Own = Pick<PersonalAttendance, 'name' | 'email' | 'isPublic' | 'status' | 'checkedInAt'> & {
  readonly task: Pick<PersonalAttendance['task'], 'date' | 'endDate'>;
};

/** The sentence below the title of a personal link's page. `hasCode`: the door can still read the code, which the page shows. */
export function personalLead(own: Own, hasCode: boolean, now: Date): string {
  return `${own.name}, ${own.checkedInAt === null ? standingText(own, hasCode, now) : '¡gracias por venir!'}`;
}

function standingText({ email, isPublic, status, task }: Own, hasCode: boolean, now: Date): string {
  const phase = phaseOf(task, now);
  if (phase !== 'upcoming') {
    const started = STARTED[phase].replace(/^E/, 'e');
    if (status !== 'confirmed') return `${started} y no se liberó un cupo.`;
    if (phase === 'ongoing') return isPublic ? `${started}. ¡Te esperamos!` : `${started}.`;
    return hasCode
      ? `${started}. Si fuiste y no registraron tu llegada, muestra tu código.`
      : `${started}. ¡Gracias por haber estado!`;
  }
  // Rejected since.
  if (!isPublic) return 'estás en la lista de esta actividad.';
  if (status === 'offered') return 'se liberó un cupo para ti: dinos si vienes.';
  if (status === 'confirmed') return 'te esperamos.';
  return email === ''
    ? 'vuelve a abrir este enlace para ver si se liberó un cupo.'
    : 'te avisamos por correo si se libera un cupo.';
}

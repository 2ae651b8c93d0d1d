import type { Activity } from '@minga/contract/activities';
import { Note } from '../../../components/note.tsx';
import { badgesOf } from '../state.ts';

/** What its owner's badge 'Pendiente de revisión' means; true whether or not it is public meanwhile. */
export function PendingNotice({ activity }: { activity: Activity }) {
  if (!badgesOf(activity).includes('pending')) return null;
  return (
    <Note tone="sky" isSmall>
      El equipo de Minga revisará esta actividad y te avisará. Mientras tanto no tienes que hacer nada.
    </Note>
  );
}

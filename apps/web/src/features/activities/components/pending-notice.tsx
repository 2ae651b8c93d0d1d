import type { Activity } from '@minga/contract/activities';
import { Note } from '../../../components/note.tsx';
import { badgesOf } from '../state.ts';
import { useIsPast } from '../use-is-past.ts';

/** Explains the badge 'Pendiente de revisión'; worded for sites that publish before the review and after it. */
export function PendingNotice({ activity }: { activity: Activity }) {
  const badges = badgesOf(activity, useIsPast(activity));
  if (!badges.includes('pending')) return null;
  return (
    <Note tone="sky" isSmall>
      El equipo de Minga revisará esta actividad y te avisará. Mientras tanto no tienes que hacer nada.
    </Note>
  );
}

import type { Activity } from '@minga/contract/activities';
import { Note } from '../../../components/note.tsx';
import { isPublicBeforeReview } from '../../../lib/is-public-before-review.ts';
import { badgesOf } from '../state.ts';
import { useIsPast } from '../use-is-past.ts';

/** Explains the badges 'En revisión' and 'Pendiente de revisión', on sites that publish before the review and after it. */
export function PendingNotice({ activity }: { activity: Activity }) {
  const badges = badgesOf(activity, useIsPast(activity));
  const isHeld = badges.includes('held');
  if (!isHeld && !badges.includes('pending')) return null;
  // The result is sent to the author alone.
  const review = activity.isOwner
    ? 'El equipo de Minga la revisará y te avisará; no tienes que hacer nada.'
    : 'El equipo de Minga la revisará; no tienes que hacer nada.';
  const viewers = activity.isOwner && activity.collective === null ? 'la ves tú' : 'la ven quienes organizan';
  if (isHeld)
    return (
      <Note
        tone="sky"
        isSmall
      >{`La publicaremos cuando la revisemos. Suele tardar poco: por ahora solo ${viewers} y el equipo de Minga.`}</Note>
    );
  return (
    <Note tone="sky" isSmall>
      {isPublicBeforeReview()
        ? `Ya es pública: todo el mundo puede verla y confirmar que va. ${review}`
        : `Aún no es pública: por ahora solo ${viewers}. ${review}`}
    </Note>
  );
}

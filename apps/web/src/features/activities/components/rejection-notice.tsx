import type { Activity } from '@minga/contract/activities';
import { Note } from '../../../components/note.tsx';

/** Why an activity was rejected; the server sends the reason only to its owner and to administrators. */
export function RejectionNotice({ activity }: { activity: Pick<Activity, 'rejectionReason'> }) {
  if (activity.rejectionReason === undefined) return null;
  return (
    <Note tone="clay" isSmall>
      <strong>No está publicada.</strong>
      <span>{` ${activity.rejectionReason} `}</span>
      <a href="/ayuda/publicar#si-te-rechazan-la-actividad">Qué puedes hacer</a>
    </Note>
  );
}

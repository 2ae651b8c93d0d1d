import { isNameAlone } from '@minga/contract/name-alone';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { isUnanswered } from '../../../lib/errors/is-unanswered.ts';
import { ChangeClaims, ChangeParty, PlaceControls, ReconfirmControls } from '../place-controls.tsx';

interface Props {
  readonly attendance: PersonalAttendance;
  readonly token: string;
  readonly onDeclined: () => void;
  readonly onCancelled: () => void;
}

/** What the bearer of a personal link can do with the place, or on the waiting list. The page itself cancels. */
export function PersonalPlace({ attendance, token, onDeclined, onCancelled }: Props) {
  const { taskId, task, status, companions, checkedInAt, isAdded } = attendance;
  const isConfirmed = status === 'confirmed';
  const bearer = { taskId, viewer: null, token };
  return (
    <>
      {!isConfirmed && (
        <PlaceControls
          bearer={bearer}
          activity={task}
          party={attendance}
          state={attendance}
          onLeave={null}
          onDeclined={onDeclined}
        />
      )}
      {isConfirmed && checkedInAt === null && (isAdded === true || isUnanswered(attendance)) && (
        <ReconfirmControls
          bearer={bearer}
          question={isAdded === true ? 'Te agregaron a esta lista. ¿Vienes?' : undefined}
          onCancelled={onCancelled}
        />
      )}
      {isConfirmed && task.needs.length > 0 && (
        <ChangeClaims bearer={bearer} activity={task} party={attendance} />
      )}
      {((isConfirmed && task.companionsMax > 0) || companions > 0) && (
        <ChangeParty
          bearer={bearer}
          companionsMax={task.companionsMax}
          companions={companions}
          isAlone={isNameAlone(attendance)}
          isConfirmed={isConfirmed}
        />
      )}
    </>
  );
}

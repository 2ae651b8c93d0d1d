import type { Activity } from '@minga/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { isUnanswered } from '../../../lib/is-unanswered.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { refetchPlaces } from '../api/answer-offer.ts';
import { useAsking } from '../api/asking-activity.ts';
import { useOwnParty } from '../api/change-party.ts';
import type { OwnState } from '../own-state.ts';
import type { Viewer } from '../viewer.ts';
import { ChangeClaims } from './change-claims.tsx';
import { ChangeParty } from './change-party.tsx';
import { PlaceControls } from './place-controls.tsx';
import { ReconfirmControls } from './reconfirm-controls.tsx';

interface Props {
  readonly activity: Pick<
    Activity,
    '_id' | 'date' | 'companionsMax' | 'hasQuestions' | 'hasNeeds' | 'needsRequired'
  >;
  readonly viewer: Viewer;
  readonly state: OwnState;
  readonly onLeave: () => void;
}

/** Controls for the viewer's place or position on the waiting list, in an activity with places, companions or needs, or that asks again. */
export function OwnPlace({ activity, viewer, state, onLeave }: Props) {
  const queryClient = useQueryClient();
  useLive('nueva_notificacion', ({ type }) => type === 'place' && refetchPlaces(queryClient));
  const { _id: taskId, companionsMax, hasNeeds } = activity;
  const { asking } = useAsking(activity);
  const party = useOwnParty(taskId, viewer !== null, companionsMax > 0 || hasNeeds);
  const bearer = { taskId, viewer, token: null };
  const isConfirmed = state.status === 'confirmed';
  return (
    <>
      {!isConfirmed && asking !== undefined && (
        <PlaceControls bearer={bearer} activity={asking} party={party} state={state} onLeave={onLeave} />
      )}
      {isConfirmed && isUnanswered(state) && <ReconfirmControls bearer={bearer} />}
      {party !== undefined && isConfirmed && hasNeeds && asking !== undefined && (
        <ChangeClaims bearer={bearer} activity={asking} party={party} />
      )}
      {party !== undefined && companionsMax > 0 && (isConfirmed || party.companions > 0) && (
        <ChangeParty
          bearer={bearer}
          companionsMax={companionsMax}
          companions={party.companions}
          isConfirmed={isConfirmed}
        />
      )}
    </>
  );
}

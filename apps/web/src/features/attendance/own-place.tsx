import type { Activity } from '@minga/contract/activities';
import { useQueryClient } from '@tanstack/react-query';
import { isUnanswered } from '../../lib/errors/is-unanswered.ts';
import { useLive } from '../../lib/live/live.ts';
import { useAsking } from './asking-activity.ts';
import type { OwnState, Viewer } from './model.ts';
import { refetchPlaces, useOwnParty } from './place-api.ts';
import { ChangeClaims, ChangeParty, PlaceControls, ReconfirmControls } from './place-controls.tsx';

interface Props {
  readonly activity: Pick<
    Activity,
    '_id' | 'date' | 'companionsMax' | 'hasQuestions' | 'hasNeeds' | 'needsRequired'
  >;
  readonly viewer: Viewer;
  readonly state: OwnState;
  /** Leaves the waiting list; null: the page has a button of its own. */
  readonly onLeave: (() => void) | null;
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

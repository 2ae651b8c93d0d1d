import type { Activity } from '@minga/contract/activities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLive } from '../../../lib/live/use-live.ts';
import { refetchPlaces } from '../api/answer-offer.ts';
import { ownCompanions } from '../api/change-party.ts';
import type { OwnState } from '../own-state.ts';
import type { Viewer } from '../viewer.ts';
import { ChangeParty } from './change-party.tsx';
import { PlaceControls } from './place-controls.tsx';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'companionsMax'>;
  readonly viewer: Viewer;
  readonly state: OwnState;
  readonly onLeave: () => void;
}

/** What a viewer can do with its place, or on the waiting list, in an activity with places or companions. */
export function OwnPlace({ activity: { _id: taskId, companionsMax }, viewer, state, onLeave }: Props) {
  const queryClient = useQueryClient();
  useLive('nueva_notificacion', ({ type }) => type === 'place' && refetchPlaces(queryClient));
  const { data } = useQuery({
    ...ownCompanions(viewer !== null),
    enabled: companionsMax > 0,
  });
  const companions = data?.[taskId];
  const bearer = { taskId, viewer, token: null };
  const isConfirmed = state.status === 'confirmed';
  return (
    <>
      {!isConfirmed && <PlaceControls bearer={bearer} state={state} onLeave={onLeave} />}
      {companions !== undefined && (isConfirmed || companions > 0) && (
        <ChangeParty
          bearer={bearer}
          companionsMax={companionsMax}
          companions={companions}
          isConfirmed={isConfirmed}
        />
      )}
    </>
  );
}

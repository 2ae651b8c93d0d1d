import { removeMember } from '@minga/contract/collective-fields';
import { removeOrganizer } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { type Team, teamKey } from '../team.ts';

interface Removal {
  readonly userId: string;
  /** The user leaves: the screen is about to be left, and a refetch of it would be rejected. */
  readonly isOwn: boolean;
}

/** Removes a member, or the user. A 404 counts as success: the member is already gone. */
export function useRemoveMember(team: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ userId }: Removal) => {
      try {
        if (team.kind === 'collective') await call(removeMember, { params: { slug: team.slug, userId } });
        else await call(removeOrganizer, { params: { id: team.id, userId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: (_reply, { isOwn }) =>
      Promise.all(
        [teamKey(team), collectivesKey, activitiesKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey, ...(isOwn && { refetchType: 'none' }) }),
        ),
      ),
  });
}

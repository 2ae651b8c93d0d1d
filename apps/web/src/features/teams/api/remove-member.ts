import { removeMember } from '@minga/contract/collective-fields';
import { removeOrganizer } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
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
    mutationFn: ({ userId }: Removal) =>
      ignoreNotFound(
        team.kind === 'collective'
          ? call(removeMember, { params: { slug: team.slug, userId } })
          : call(removeOrganizer, { params: { id: team.id, userId } }),
      ),
    onSuccess: (_reply, { isOwn }) => {
      // Not awaited: the row must outlive the dialog, which returns the focus to it.
      for (const queryKey of [teamKey(team), collectivesKey, activitiesKey])
        void queryClient.invalidateQueries({ queryKey, ...(isOwn && { refetchType: 'none' }) });
    },
  });
}

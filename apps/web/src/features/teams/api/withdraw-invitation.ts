import { withdrawInvitation } from '@minga/contract/collective-fields';
import { withdrawActivityInvitation } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, call } from '../../../lib/api.ts';
import { type Team, teamKey } from '../team.ts';

/** Withdraws an invitation: its link stops working. A 404 counts as success: it was accepted, withdrawn or has expired. */
export function useWithdrawInvitation(team: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (invitationId: string) => {
      try {
        if (team.kind === 'collective') {
          await call(withdrawInvitation, { params: { slug: team.slug, invitationId } });
        } else await call(withdrawActivityInvitation, { params: { id: team.id, invitationId } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    // An accepted invitation has become a member.
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamKey(team) }),
  });
}

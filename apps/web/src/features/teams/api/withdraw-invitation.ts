import { withdrawInvitation } from '@minga/contract/collective-fields';
import { withdrawActivityInvitation } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { ignoreNotFound } from '../../../lib/ignore-not-found.ts';
import { type Team, teamKey } from '../team.ts';

/** Withdraws an invitation: its link stops working. A 404 counts as success: it was accepted, withdrawn or has expired. */
export function useWithdrawInvitation(team: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (invitationId: string) =>
      ignoreNotFound(
        team.kind === 'collective'
          ? call(withdrawInvitation, { params: { slug: team.slug, invitationId } })
          : call(withdrawActivityInvitation, { params: { id: team.id, invitationId } }),
      ),
    // An accepted invitation has become a member.
    onSettled: () => queryClient.invalidateQueries({ queryKey: teamKey(team) }),
  });
}

import { inviteMember } from '@minga/contract/collective-fields';
import { inviteOrganizer, type NewInvitation } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { type Team, teamKey } from '../team.ts';

/** Mails an invitation to a team. */
export function useInvite(team: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ email, role }: NewInvitation) =>
      team.kind === 'collective'
        ? call(inviteMember, { params: { slug: team.slug }, body: { email, role } })
        : call(inviteOrganizer, {
            params: { id: team.id },
            body: { email, role: role === 'door' ? 'door' : 'organizer' },
          }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: teamKey(team) }),
  });
}

import { changeMember } from '@minga/contract/collective-fields';
import { changeOrganizer, type TeamRole } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { type Team, teamKey } from '../team.ts';

/** Changes what a member may do. An activity has no role `owner`: its owner is the author. */
export function useChangeRole(team: Team) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, role }: { userId: string; role: TeamRole }) =>
      team.kind === 'collective'
        ? call(changeMember, { params: { slug: team.slug, userId }, body: { role } })
        : call(changeOrganizer, {
            params: { id: team.id, userId },
            body: { role: role === 'door' ? 'door' : 'organizer' },
          }),
    // The role may be the user's own, on which other screens depend.
    onSettled: () =>
      Promise.all(
        [teamKey(team), collectivesKey].map(queryKey => queryClient.invalidateQueries({ queryKey })),
      ),
  });
}

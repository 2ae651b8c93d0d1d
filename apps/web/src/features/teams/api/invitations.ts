import { listInvitations } from '@minga/contract/collective-fields';
import { listActivityInvitations } from '@minga/contract/teams';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { type Team, teamKey } from '../team.ts';

/** The invitations to a team that wait for an answer. */
export const invitationsQuery = (team: Team) =>
  queryOptions({
    queryKey: [...teamKey(team), 'invitations'],
    queryFn: async ({ signal }) => {
      const { rows } =
        team.kind === 'collective'
          ? await callList(listInvitations, { params: { slug: team.slug }, query: {}, signal })
          : await callList(listActivityInvitations, { params: { id: team.id }, query: {}, signal });
      return rows;
    },
  });

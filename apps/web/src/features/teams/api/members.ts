import { listMembers } from '@minga/contract/collective-fields';
import { listOrganizers } from '@minga/contract/teams';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { type Team, teamKey } from '../team.ts';

/** The members of a team. */
export const membersQuery = (team: Team) =>
  queryOptions({
    queryKey: [...teamKey(team), 'members'],
    queryFn: async ({ signal }) => {
      const { rows } =
        team.kind === 'collective'
          ? await callList(listMembers, { params: { slug: team.slug }, query: {}, signal })
          : await callList(listOrganizers, { params: { id: team.id }, query: {}, signal });
      return rows;
    },
  });

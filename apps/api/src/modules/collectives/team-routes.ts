import {
  changeMember,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  withdrawInvitation,
} from '@minga/contract/collective-fields';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentInvitation, presentMember } from '../teams/presenter.ts';
import * as invitations from '../teams/service.ts';
import * as teams from '../teams/service.ts';
import { isInForceInCollective } from './queries.ts';
import { collectiveFor, collectiveToRemoveFrom } from './service.ts';

/** The members of a collective and the invitations to it. */
export function collectiveTeamRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listMembers, async ({ params, query, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'seeTeam');
    const { rows, total } = await teams.membersOf(platform, collective.id, query);
    return { rows: rows.map(presentMember), total };
  });

  route(app, changeMember, async ({ params, body, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'manageTeam');
    return presentMember(await teams.changeRole(platform, collective.id, params.userId, body.role));
  });

  route(app, removeMember, async ({ params, session }) => {
    const { slug, userId } = params;
    const { collective } = await collectiveToRemoveFrom(platform, slug, session.user, userId);
    await teams.removeMember(platform, collective.id, userId);
    return undefined;
  });

  route(app, inviteMember, async ({ params, body, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'manageTeam');
    const name = collective.status === 'active' ? collective.name : null;
    const team = { id: collective.id, kind: 'collective', name } as const;
    return presentInvitation(await invitations.invite(platform, session, team, body));
  });

  route(app, listInvitations, async ({ params, query, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'manageTeam');
    const { rows, total } = await invitations.pendingInvitations(
      platform,
      collective.id,
      isInForceInCollective,
      query,
    );
    return { rows: rows.map(presentInvitation), total };
  });

  route(app, withdrawInvitation, async ({ params, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'manageTeam');
    await invitations.withdrawInvitation(platform, collective.id, params.invitationId);
    return undefined;
  });
}

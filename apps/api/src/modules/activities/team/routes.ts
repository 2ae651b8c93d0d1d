import {
  acceptInvitation,
  changeOrganizer,
  inviteOrganizer,
  listActivityInvitations,
  listOrganizers,
  readInvitation,
  removeOrganizer,
  withdrawActivityInvitation,
} from '@minga/contract/teams';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { presentInvitation, presentMember } from '../../teams/presenter.ts';
import * as teams from '../../teams/service.ts';
import * as team from './service.ts';

/**
 * The endpoints for the organisers of an activity besides its author, for the invitations to it, and for
 * accepting any invitation.
 */
export function activityTeamRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listOrganizers, async ({ params, query, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'seeTeam');
    const { rows, total } = await teams.membersOf(platform, id, query);
    return { rows: rows.map(presentMember), total };
  });

  route(app, inviteOrganizer, async ({ params, body, session }) => {
    const inviting = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    return presentInvitation(await teams.invite(platform, session, inviting, body));
  });

  route(app, changeOrganizer, async ({ params, body, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    return presentMember(await teams.changeRole(platform, id, params.userId, body.role));
  });

  route(app, removeOrganizer, async ({ params, session }) => {
    const { id } = await team.teamToRemoveFrom(platform, params.id, session.user.id, params.userId);
    await teams.removeMember(platform, id, params.userId);
    return undefined;
  });

  route(app, listActivityInvitations, async ({ params, query, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    const { rows, total } = await team.pendingInvitations(platform, id, query);
    return { rows: rows.map(presentInvitation), total };
  });

  route(app, withdrawActivityInvitation, async ({ params, session }) => {
    const { id } = await team.teamOfActivity(platform, params.id, session.user.id, 'manageTeam');
    await teams.withdrawInvitation(platform, id, params.invitationId);
    return undefined;
  });

  route(app, readInvitation, ({ body }) => team.readInvitation(platform, body.token));

  route(app, acceptInvitation, ({ body, session }) => team.acceptInvitation(platform, session, body.token));
}

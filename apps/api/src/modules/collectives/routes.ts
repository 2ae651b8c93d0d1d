import {
  changeMember,
  createCollective,
  deleteCollective,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  updateCollective,
  withdrawInvitation,
} from '@minga/contract/collective-fields';
import {
  followCollective,
  getCollective,
  listCollectives,
  unfollowCollective,
} from '@minga/contract/collectives';
import type { FastifyInstance } from 'fastify';
import { anyAccount, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentInvitation, presentMember } from '../teams/presenter.ts';
import * as teams from '../teams/service.ts';
import * as members from './member-service.ts';
import { type CountUpcoming, presentCollective, presentCollectives } from './presenter.ts';
import { isInForceInCollective } from './queries.ts';
import type { CollectiveRow } from './repository.ts';
import * as collectives from './service.ts';
import { collectiveFor, collectiveToRemoveFrom } from './service.ts';

/** Routes of collectives and of following them. */
export function collectiveRoutes(
  app: FastifyInstance,
  platform: Platform,
  countUpcoming: CountUpcoming,
): void {
  const present = (row: CollectiveRow) => presentCollective(row, countUpcoming);

  route(app, listCollectives, async ({ query, session }) => {
    const { q: search, mias, ...paging } = query;
    const viewerId = session?.user.id ?? null;
    const filter = { search, isOwn: mias === 'true' };
    const { rows, total } = await collectives.collectivesPage(platform, filter, viewerId, paging);
    return { rows: await presentCollectives(rows, countUpcoming), total };
  });

  route(app, getCollective, async ({ params, session }) =>
    present(await collectives.visibleCollective(platform, params.slug, session?.user ?? null)),
  );

  route(
    app,
    createCollective,
    async ({ body, file, session }) =>
      present(await members.createCollective(platform, session.user, body, file)),
    { authorize: anyAccount },
  );

  route(
    app,
    updateCollective,
    async ({ params, body, file, session }) =>
      present(await members.editCollective(platform, session.user, params.slug, body, file)),
    {
      authorize: ({ params, session }) =>
        collectives.collectiveFor(platform, params.slug, session.user, 'editCollective'),
    },
  );

  route(app, deleteCollective, async ({ params, session }) => {
    await members.removeCollective(platform, session.user, params.slug);
    return undefined;
  });

  route(app, followCollective, async ({ params, body, session }) => {
    await collectives.follow(platform, params.slug, session.user, body?.mail);
    return undefined;
  });

  route(app, unfollowCollective, async ({ params, session }) => {
    await collectives.unfollow(platform, params.slug, session.user);
    return undefined;
  });
}

/** Routes of a collective's members and invitations. */
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
    const team = { id: collective.id, kind: 'collective', name, date: null } as const;
    return presentInvitation(await teams.invite(platform, session, team, body));
  });

  route(app, listInvitations, async ({ params, query, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'manageTeam');
    const { rows, total } = await teams.pendingInvitations(
      platform,
      collective.id,
      isInForceInCollective,
      query,
    );
    return { rows: rows.map(presentInvitation), total };
  });

  route(app, withdrawInvitation, async ({ params, session }) => {
    const { collective } = await collectiveFor(platform, params.slug, session.user, 'manageTeam');
    await teams.withdrawInvitation(platform, collective.id, params.invitationId);
    return undefined;
  });
}

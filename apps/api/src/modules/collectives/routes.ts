import { createCollective, deleteCollective, updateCollective } from '@minga/contract/collective-fields';
import {
  followCollective,
  getCollective,
  listCollectives,
  unfollowCollective,
} from '@minga/contract/collectives';
import type { FastifyInstance } from 'fastify';
import { anyAccount, route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as members from './member-service.ts';
import { type CountUpcoming, presentCollective, presentCollectives } from './presenter.ts';
import type { CollectiveRow } from './repository.ts';
import * as collectives from './service.ts';

/** Collectives and following them. */
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

import { changePeer, listPeers, type Peer } from '@minga/contract/federation';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import type { PeerRow } from './admin-repository.ts';
import { changeBlock, knownPeers } from './admin-service.ts';

const presentPeer = ({ host, followers, lastSuccessAt, isBlocked }: PeerRow): Peer => ({
  ...{ host, followers, isBlocked },
  lastSuccessAt: lastSuccessAt?.toISOString() ?? null,
});

/** Routes of superadmins for other servers. */
export function federationAdminRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listPeers, async ({ query }) => {
    const { rows, total } = await knownPeers(platform, query);
    return { rows: rows.map(presentPeer), total };
  });

  route(app, changePeer, async ({ params, body, session }) =>
    presentPeer(await changeBlock(platform, session.user.id, params.host, body.isBlocked)),
  );
}

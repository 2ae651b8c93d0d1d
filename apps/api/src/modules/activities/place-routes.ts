import { listPlaces } from '@minga/contract/place-proposals';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { placeProposals } from './place-service.ts';

export function placeRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, listPlaces, ({ query, session }) => placeProposals(platform, session.user.id, query.q));
}

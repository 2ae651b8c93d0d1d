import { confirmIdentity, getSecondFactor } from '@minga/contract/identity';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as identity from './identity-service.ts';

/** Second factors of the own account, and the proof of its owner's identity. */
export function secondFactorRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, confirmIdentity, async ({ session, body }) => {
    await identity.confirmIdentity(platform, session, body);
    return undefined;
  });

  route(app, getSecondFactor, ({ session }) => identity.ownSecondFactor(platform, session));
}

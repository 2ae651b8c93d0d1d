import { confirmIdentity, getSecondFactor } from '@minga/contract/identity';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import * as identity from './identity-service.ts';
import { confirmByPasskey } from './passkey-identity-service.ts';
import type { AccountCookies } from './routes.ts';

/** Second factors of the own account, and the proof of its owner's identity. */
export function secondFactorRoutes(app: FastifyInstance, platform: Platform, cookies: AccountCookies): void {
  route(app, confirmIdentity, async ({ session, body: { passkey: response, ...proof }, request }) => {
    if (response === undefined) await identity.confirmIdentity(platform, session, proof);
    else {
      const browserToken = cookies.challenge.read(request);
      await confirmByPasskey(platform, session, { response, browserToken }, request.ip);
    }
    return undefined;
  });

  route(app, getSecondFactor, ({ session }) => identity.ownSecondFactor(platform, session));
}

import { getTrust, tryTrust, updateTrust } from '@minga/contract/administration/trust';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { trustSettings, tryText } from '../trust/service.ts';
import { changeTrust } from './trust-service.ts';

/** The settings that hold publications for review and refuse mail domains. */
export function trustRoutes(app: FastifyInstance, platform: Platform): void {
  const { db } = platform;

  route(app, getTrust, () => trustSettings(db));

  route(app, updateTrust, ({ session, body }) => changeTrust(platform, session.user.id, body));

  route(app, tryTrust, ({ body }) => tryText(db, body));
}

import { getRetention } from '@minga/contract/administration/retention';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { retention } from './retention-service.ts';

/** The retention of visitors' data, for superadmins. */
export function retentionRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, getRetention, async () => {
    const { upcoming, ...shown } = await retention(platform);
    return { ...shown, upcoming: { ...upcoming, from: upcoming.from?.toISOString() ?? null } };
  });
}

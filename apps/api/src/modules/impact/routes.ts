import { downloadImpact, getImpact } from '@minga/contract/impact';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { localTime } from '../../platform/local-time.ts';
import type { Platform } from '../../platform/platform.ts';
import { impactCsv } from './presenter.ts';
import { impactByCollective, readImpact } from './service.ts';

/** Routes for the impact of activities: public totals, and a CSV file for administrators. */
export function impactRoutes(app: FastifyInstance, platform: Platform): void {
  const { clock, settings } = platform;

  route(app, getImpact, ({ query }) => readImpact(platform, query.colectivo));

  route(app, downloadImpact, async ({ reply }) => {
    const day = localTime(clock(), settings.timeZone).slice(0, 'YYYY-MM-DD'.length);
    reply.header('content-disposition', `attachment; filename="minga-impacto-${day}.csv"`);
    return Buffer.from(impactCsv(await impactByCollective(platform)));
  });
}

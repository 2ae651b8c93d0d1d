import { getSite, getSiteMap, updateSite } from '@minga/contract/site';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { requireConfirmedIdentity } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { changeSite, readSiteMap } from './service.ts';

/** Routes of the site's identity, which is public and which superadmins change. */
export function siteRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, getSite, async () => platform.site.current());
  route(app, getSiteMap, async () => readSiteMap(platform));

  route(
    app,
    updateSite,
    async ({ body, file, session }) => {
      const site = await changeSite(platform, session, body, file);
      // The notification of the database would clear the cache a moment later.
      app.publicResponses.clear();
      return site;
    },
    // Before the body is read, so that the logo is sent only once.
    { authorize: async ({ session }) => requireConfirmedIdentity(session, platform.clock()) },
  );
}

import { searchActivities } from '@minga/contract/activities';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import { findUpcoming } from '../feeds/service.ts';
import { catalogueHead } from './catalogue-head.ts';
import type { SendPage } from './ssr-page.ts';
import type { SsrRenderer } from './ssr-renderer.ts';

/** The catalogue's page. */
export function catalogueRoutes(
  app: FastifyInstance,
  platform: Platform,
  { painter, send }: { painter: SsrRenderer; send: SendPage },
): void {
  const { publicUrl, settings } = platform;

  app.get(CATALOGUE_PATH, async (request, reply) => {
    // The app would write the address anew as soon as it is there, and go to the top of the page.
    const address = painter.catalogueAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const search = searchActivities.query.safeParse(request.query);
    const head = catalogueHead(search.success ? search.data : {}, publicUrl);
    return send(request, reply, head, () =>
      painter.paintCatalogue(request.url, settings.timeZone, async wanted => {
        const { rows, total } = await findUpcoming(platform, searchActivities.query.parse(wanted));
        return { rows: rows.map(({ activity }) => activity), total };
      }),
    );
  });
}

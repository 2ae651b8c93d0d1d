import { searchActivities } from '@minga/contract/activities';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import { findUpcoming } from '../feeds/service.ts';
import { catalogueHead } from './catalogue-head.ts';
import type { SendPage } from './ssr-page.ts';

/** The catalogue's page. */
export function catalogueRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, send }: { renderer: SsrRenderer; send: SendPage },
): void {
  const { publicUrl, settings } = platform;

  app.get(CATALOGUE_PATH, async (request, reply) => {
    // The app would otherwise replace the address after hydration.
    const address = renderer.catalogueAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const search = searchActivities.query.safeParse(withoutHere(request.query));
    const head = catalogueHead(search.success ? search.data : {}, publicUrl);
    return send(request, reply, head, () =>
      renderer.renderCatalogue(request.url, settings.timeZone, async wanted => {
        const { rows, total } = await findUpcoming(platform, {
          ...searchActivities.query.parse(wanted),
          series: 'next',
        });
        return { rows: rows.map(({ activity }) => activity), total };
      }),
    );
  });
}

/** Without the value that stands for the device's position, which the server does not learn (apps/web/src/features/activities). */
function withoutHere(query: unknown) {
  const { cerca, ...others } = query as Record<string, unknown>;
  return cerca === 'aqui' ? others : { ...others, cerca };
}

import { searchActivities } from '@minga/contract/activities';
import type { FindActivities, SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { CATALOGUE_PATH } from '../feeds/feed-paths.ts';
import { findUpcoming } from '../feeds/service.ts';
import { catalogueHead } from './catalogue-head.ts';
import { mapHead } from './map-head.ts';
import { listedWithout } from './shell.ts';
import type { SendPage } from './ssr-page.ts';

export const MAP_PATH = '/mapa';

interface Parts {
  readonly renderer: SsrRenderer;
  readonly sendList: SendPage;
  readonly sendMap: SendPage;
}

/** The catalogue's page and its map. */
export function catalogueRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, sendList, sendMap }: Parts,
): void {
  const { publicUrl, settings } = platform;
  /** Of each series the next occurrence. */
  const find: FindActivities = async wanted => {
    const search = searchActivities.query.parse(wanted);
    const { rows, total } = await findUpcoming(platform, { ...search, series: 'next' });
    return { rows: rows.map(({ activity }) => activity), total };
  };

  app.get(CATALOGUE_PATH, async (request, reply) => {
    // The app would otherwise replace the address after hydration.
    const address = renderer.catalogueAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const search = searchActivities.query.safeParse(withoutHere(request.query));
    const head = catalogueHead(search.success ? search.data : {}, publicUrl);
    return sendList(request, reply, head, () =>
      renderer.renderCatalogue(request.url, settings.timeZone, find),
    );
  });

  app.get(MAP_PATH, async (request, reply) => {
    const address = renderer.mapAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = listedWithout(request.query, mapHead(publicUrl, MAP_PATH));
    return sendMap(request, reply, head, () => renderer.renderMap(request.url, settings.timeZone, find));
  });
}

/** Without the value that stands for the device's position, which the server does not learn (apps/web/src/features/activities). */
function withoutHere(query: unknown) {
  const { cerca, ...others } = query as Record<string, unknown>;
  return cerca === 'aqui' ? others : { ...others, cerca };
}

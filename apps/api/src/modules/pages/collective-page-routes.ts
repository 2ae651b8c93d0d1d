import { searchActivities } from '@minga/contract/activities';
import { listCollectives } from '@minga/contract/collectives';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentCollective, presentCollectives } from '../collectives/presenter.ts';
import { COLLECTIVES_PATH, collectivePath } from '../collectives/rules.ts';
import { collectivesPage, publicCollective } from '../collectives/service.ts';
import { findUpcoming } from '../feeds/service.ts';
import { collectiveHead, collectivesHead } from './collective-head.ts';
import { listedWithout, NO_INDEX } from './shell.ts';
import type { SendPage, SsrPages } from './ssr-page.ts';

const DELETED = { title: 'Este colectivo fue eliminado · Minga', tags: [NO_INDEX], status: 410 };

interface Parts {
  readonly renderer: SsrRenderer;
  /** Of the list. */
  readonly send: SendPage;
  /** Of one collective. */
  readonly pages: SsrPages;
}

interface SlugRoute {
  Params: { slug: string };
}

/** The public list of collectives, and the page of one. */
export function collectivePageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, send, pages }: Parts,
): void {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;
  const countUpcoming = (ids: readonly string[]) => countUpcomingOfCollectives(platform, ids);

  app.get(COLLECTIVES_PATH, async (request, reply) => {
    const address = renderer.collectivesAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = listedWithout(request.query, collectivesHead(publicUrl));
    return send(request, reply, head, () =>
      renderer.renderCollectives(request.url, timeZone, async wanted => {
        const { q: search, ...paging } = listCollectives.query.parse(wanted);
        const { rows, total } = await collectivesPage(platform, { search, isOwn: false }, null, paging);
        return { rows: await presentCollectives(rows, countUpcoming), total };
      }),
    );
  });

  app.get<SlugRoute>(collectivePath(':slug'), async (request, reply) => {
    const { slug } = request.params;
    if (slug === '') return reply.callNotFound();
    const cached = await pages.sendCachedPage(request, reply);
    if (cached !== null) return cached;
    const found = await publicCollective(platform, slug);
    if (found.kind !== 'public') {
      const head = found.kind === 'deleted' ? DELETED : { tags: [], status: 404 };
      return pages.sendUncached(request, reply, head, () =>
        renderer.renderMissingCollective(request.url, timeZone),
      );
    }
    const collective = await presentCollective(found.row, countUpcoming);
    return pages.send(request, reply, collectiveHead(collective, publicUrl), () =>
      renderer.renderCollective(request.url, timeZone, collective, async wanted => {
        const { rows, total } = await findUpcoming(platform, searchActivities.query.parse(wanted));
        return { rows: rows.map(({ activity }) => activity), total };
      }),
    );
  });
}

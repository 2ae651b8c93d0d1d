import type { Collective } from '@minga/contract/collectives';
import { getImpact } from '@minga/contract/impact';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentCollective } from '../collectives/presenter.ts';
import { publicCollective } from '../collectives/service.ts';
import { IMPACT_PATH } from '../impact/rules.ts';
import { sumImpact } from '../impact/service.ts';
import { impactHead } from './impact-head.ts';
import type { SsrPages } from './ssr-page.ts';

interface Parts {
  readonly renderer: SsrRenderer;
  readonly pages: SsrPages;
}

/** The page of the impact, of the site or of a collective. */
export function impactPageRoutes(app: FastifyInstance, platform: Platform, { renderer, pages }: Parts): void {
  const { publicUrl, settings } = platform;
  const { timeZone } = settings;

  app.get(IMPACT_PATH, async (request, reply) => {
    const { url } = request;
    const address = renderer.impactAddress(url);
    if (address !== null) return reply.redirect(address);
    const cached = await pages.sendCachedPage(request, reply);
    if (cached !== null) return cached;
    const query = getImpact.query.safeParse(request.query);
    const slug = query.success ? query.data.colectivo : '';
    const collective = slug === '' ? null : await findCollective(slug);
    if (slug !== '' && collective === null)
      return pages.sendUncached(request, reply, { tags: [], status: 404 }, () =>
        renderer.renderMissingImpact(url, timeZone),
      );
    return pages.send(request, reply, impactHead(collective, publicUrl), async () =>
      renderer.renderImpact(url, timeZone, await sumImpact(platform, collective?._id ?? null), collective),
    );
  });

  async function findCollective(slug: string): Promise<Collective | null> {
    const found = await publicCollective(platform, slug);
    if (found.kind !== 'public') return null;
    return presentCollective(found.row, ids => countUpcomingOfCollectives(platform, ids));
  }
}

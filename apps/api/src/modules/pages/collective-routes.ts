import { searchActivities } from '@minga/contract/activities';
import { type Collective, listCollectives } from '@minga/contract/collectives';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyInstance } from 'fastify';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewImageUrl } from '../../platform/images/picture.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { openGraphLocale } from '../../platform/site/site-text.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentCollective, presentCollectives } from '../collectives/presenter.ts';
import { COLLECTIVES_PATH, collectivePath } from '../collectives/rules.ts';
import { collectivesPage, publicCollective } from '../collectives/service.ts';
import { feedFormats } from '../feeds/feed-paths.ts';
import { findUpcoming } from '../feeds/service.ts';
import { oembedUrl } from './rules.ts';
import { type Head, indexedWithoutQuery, listHead, NO_INDEX, pageDescription } from './shell.ts';
import type { SendPage, SsrPages } from './ssr-page.ts';

const LIST_DESCRIPTION =
  'Juntas de vecinos, colegios, fundaciones y grupos que organizan actividades solidarias: conócelos y síguelos.';

/** The head of the list of collectives. */
const collectivesHead = (platform: Pick<Platform, 'publicUrl' | 'settings'>): Required<Head> =>
  listHead({ title: 'Colectivos', description: LIST_DESCRIPTION }, platform, COLLECTIVES_PATH);

/** The head of a collective's page, for messengers and search engines, with all text escaped. */
function collectiveHead(
  { name, slug, place, description, image }: Collective,
  { publicUrl, settings }: Pick<Platform, 'publicUrl' | 'settings'>,
): Required<Head> {
  const url = publicUrl + collectivePath(slug);
  const text = pageDescription(
    [place, description].filter(part => part !== '').join('. ') || LIST_DESCRIPTION,
  );
  const openGraph = {
    type: 'website',
    site_name: SITE_NAME,
    locale: openGraphLocale(settings),
    title: name,
    description: text,
    url,
    ...(image === null
      ? { image: `${publicUrl}/portada.png` }
      : {
          image: publicUrl + previewImageUrl(image),
          'image:type': 'image/jpeg',
          'image:width': String(PREVIEW_WIDTH),
          'image:height': String(PREVIEW_HEIGHT),
          'image:alt': `Imagen de ${name}`,
        }),
  };
  const feeds = feedFormats.map(({ extension, type, name: format }) => {
    const [mediaType] = type.split(';');
    const title = escapeMarkup(`${name} (${format})`);
    return `<link rel="alternate" type="${mediaType}" title="${title}" href="${collectivePath(slug)}.${extension}">`;
  });
  return {
    title: `${name} · ${SITE_NAME}`,
    description: text,
    tags: [
      `<link rel="canonical" href="${escapeMarkup(url)}">`,
      `<link rel="alternate" type="application/json+oembed" title="${escapeMarkup(name)}" href="${escapeMarkup(oembedUrl(publicUrl, url))}">`,
      ...feeds,
      ...Object.entries(openGraph).map(
        ([property, content]) => `<meta property="og:${property}" content="${escapeMarkup(content)}">`,
      ),
      `<meta name="twitter:card" content="${image === null ? 'summary' : 'summary_large_image'}">`,
    ],
  };
}

const DELETED = { title: `Este colectivo fue eliminado · ${SITE_NAME}`, tags: [NO_INDEX], status: 410 };

interface Parts {
  readonly renderer: SsrRenderer;
  /** Sends the page of the list. */
  readonly send: SendPage;
  /** Sends the page of one collective. */
  readonly pages: SsrPages;
}

interface SlugRoute {
  Params: { slug: string };
}

/** Routes for the public list of collectives and the page of a collective. */
export function collectivePageRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, send, pages }: Parts,
): void {
  const countUpcoming = (ids: readonly string[]) => countUpcomingOfCollectives(platform, ids);

  app.get(COLLECTIVES_PATH, async (request, reply) => {
    const address = renderer.collectivesAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = indexedWithoutQuery(request.query, collectivesHead(platform));
    return send(request, reply, head, viewing =>
      renderer.renderCollectives(request.url, viewing, async wanted => {
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
      return pages.sendUncached(request, reply, head, viewing =>
        renderer.renderMissingCollective(request.url, viewing),
      );
    }
    const collective = await presentCollective(found.row, countUpcoming);
    return pages.send(request, reply, collectiveHead(collective, platform), viewing =>
      renderer.renderCollective(request.url, viewing, collective, async wanted => {
        const { rows, total } = await findUpcoming(platform, searchActivities.query.parse(wanted));
        return { rows: rows.map(({ activity }) => activity), total };
      }),
    );
  });
}

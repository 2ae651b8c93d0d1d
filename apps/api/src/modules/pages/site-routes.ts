import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collective } from '@minga/contract/collectives';
import { getImpact } from '@minga/contract/impact';
import type { LegalKind } from '@minga/contract/legal';
import type { SsrRenderer } from '@minga/contract/server-rendering';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyInstance } from 'fastify';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { withSiteWords } from '../../platform/site/site-text.ts';
import { sendCacheable } from '../../platform/speed/response-cache.ts';
import { countUpcomingOfCollectives } from '../activities/public/service.ts';
import { presentCollective } from '../collectives/presenter.ts';
import { publicCollective } from '../collectives/service.ts';
import { IMPACT_PATH } from '../impact/rules.ts';
import { sumImpact } from '../impact/service.ts';
import { legalText } from '../legal/service.ts';
import { type Head, HTML_TYPE, identityTags, listHead, readShell, withSourceLink } from './shell.ts';
import { loadLegalRenderer, type SsrPages } from './ssr-page.ts';

/** The head of the impact page of a collective, or of the site if `collective` is null. */
function impactHead(
  collective: Pick<Collective, 'slug' | 'name'> | null,
  platform: Pick<Platform, 'publicUrl' | 'settings'>,
): Head {
  const query = collective === null ? '' : `?colectivo=${collective.slug}`;
  const title = collective === null ? 'Impacto' : `Impacto de ${collective.name}`;
  const description = `${collective === null ? 'Lo que han logrado las mingas de tu comunidad' : `Lo que ha logrado ${collective.name}`}: actividades hechas, personas que llegaron, horas de ayuda y metas.`;
  return listHead({ title, description }, platform, IMPACT_PATH + query);
}

interface Parts {
  readonly renderer: SsrRenderer;
  readonly pages: SsrPages;
}

/** Route for the impact page of the site or of a collective. */
export function impactPageRoutes(app: FastifyInstance, platform: Platform, { renderer, pages }: Parts): void {
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
      return pages.sendUncached(request, reply, { tags: [], status: 404 }, viewing =>
        renderer.renderMissingImpact(url, viewing),
      );
    return pages.send(request, reply, impactHead(collective, platform), async viewing =>
      renderer.renderImpact(url, viewing, await sumImpact(platform, collective?._id ?? null), collective),
    );
  });

  async function findCollective(slug: string): Promise<Collective | null> {
    const found = await publicCollective(platform, slug);
    if (found.kind !== 'public') return null;
    return presentCollective(found.row, ids => countUpcomingOfCollectives(platform, ids));
  }
}

const pages = {
  privacy: {
    path: '/privacidad',
    description: `Qué datos guarda ${SITE_NAME}, para qué, quién los ve, cuánto tiempo se quedan y cómo borrarlos.`,
  },
  terms: { path: '/terminos', description: `Las reglas para usar ${SITE_NAME}, en palabras sencillas.` },
} satisfies Record<LegalKind, { path: string; description: string }>;

/** Routes for the legal texts, which are identical for every viewer, work without scripts and are cached. Returns their paths. */
export async function legalPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  folder: string,
): Promise<string[]> {
  const { publicUrl, settings } = platform;
  const template = withSiteWords(await readFile(join(folder, 'legal.html'), 'utf8'), settings);
  for (const kind of Object.keys(pages) as LegalKind[]) {
    const { path, description } = pages[kind];
    app.get(path, { schema: { hide: true } }, (request, reply) =>
      sendCacheable(
        request,
        reply,
        async () => {
          // The renderer is loaded on the first request.
          const { renderLegal } = await loadLegalRenderer(folder);
          const { title, html } = renderLegal(await legalText(platform, kind), settings.timeZone);
          const url = escapeMarkup(publicUrl + path);
          const head = [
            `<title>${escapeMarkup(title)} · ${SITE_NAME}</title>`,
            `<meta name="description" content="${escapeMarkup(description)}">`,
          ].join('');
          const body = template
            // The replacements are functions, because '$&' in a replacement string is special.
            .replace('<!--title-->', () => head)
            .replace('<!--head-->', () =>
              [`<link rel="canonical" href="${url}">`, ...identityTags(platform.site.current())].join(''),
            )
            .replace('<!--page-->', () => withSourceLink(html, settings));
          return { body, type: HTML_TYPE };
        },
        // The cache key ignores the query string.
        path,
      ),
    );
  }
  return Object.values(pages).map(({ path }) => path);
}

const DOCUMENT = /^(ayuda(?:\/[\w-]+)?)\.html$/;

/** Serves the manual, which apps/web/manual.ts builds. The pages are read once at startup. Returns their paths. */
export async function manualRoutes(
  app: FastifyInstance,
  platform: Platform,
  folder: string,
): Promise<string[]> {
  const { publicUrl, settings } = platform;
  const paths = await manualPaths(folder);
  for (const path of paths) {
    const document = await readShell(folder, `${path}.html`, platform);
    const url = escapeMarkup(publicUrl + path);
    const tags = [`<link rel="canonical" href="${url}">`, `<meta property="og:url" content="${url}">`];
    app.get(path, (request, reply) => {
      const body = withSourceLink(document({ tags }), settings);
      return sendWithEtag(request, reply, { type: HTML_TYPE, body, seconds: 0 });
    });
  }
  return paths;
}

/** The paths of the manual's pages, for example '/ayuda' and '/ayuda/asistir'. */
async function manualPaths(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .map(file => DOCUMENT.exec(file)?.[1])
    .filter(path => path !== undefined)
    .map(path => `/${path}`)
    .sort();
}

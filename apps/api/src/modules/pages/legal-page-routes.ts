import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LegalKind } from '@minga/contract/legal';
import type { FastifyInstance } from 'fastify';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { sendCacheable } from '../../platform/http/cached-response.ts';
import type { Platform } from '../../platform/platform.ts';
import { legalText } from '../legal/service.ts';
import { HTML_TYPE, withSourceLink } from './shell.ts';
import { loadLegalRenderer } from './ssr-renderer.ts';

const pages = {
  privacy: {
    path: '/privacidad',
    description: 'Qué datos guarda Minga, para qué, quién los ve, cuánto tiempo se quedan y cómo borrarlos.',
  },
  terms: { path: '/terminos', description: 'Las reglas para usar Minga, en palabras sencillas.' },
} satisfies Record<LegalKind, { path: string; description: string }>;

/** The legal texts: the same for every viewer, readable without scripts, cached until a text changes. Returns their paths. */
export async function legalPageRoutes(
  app: FastifyInstance,
  platform: Platform,
  folder: string,
): Promise<string[]> {
  const { publicUrl, settings } = platform;
  const template = await readFile(join(folder, 'legal.html'), 'utf8');
  for (const kind of Object.keys(pages) as LegalKind[]) {
    const { path, description } = pages[kind];
    app.get(path, { schema: { hide: true } }, (request, reply) =>
      sendCacheable(
        request,
        reply,
        async () => {
          // Loaded by the first request.
          const { renderLegal } = await loadLegalRenderer(folder);
          const { title, html } = renderLegal(await legalText(platform, kind), settings.timeZone);
          const url = escapeMarkup(publicUrl + path);
          const head = [
            `<title>${escapeMarkup(title)} · Minga</title>`,
            `<meta name="description" content="${escapeMarkup(description)}">`,
          ].join('');
          const body = template
            // Functions, because '$&' in a replacement string is special.
            .replace('<!--title-->', () => head)
            .replace('<!--head-->', () => `<link rel="canonical" href="${url}">`)
            .replace('<!--page-->', () => withSourceLink(html, settings));
          return { body, type: HTML_TYPE };
        },
        // Whatever query is added.
        path,
      ),
    );
  }
  return Object.values(pages).map(({ path }) => path);
}

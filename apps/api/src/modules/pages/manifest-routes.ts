import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_SITE, type Site } from '@minga/contract/site';
import { shadesOf } from '@minga/contract/site-colour';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { siteLanguage, withSiteWords } from '../../platform/site/site-text.ts';

export const MANIFEST_PATH = '/manifest.webmanifest';
export const ICON_PATH = '/icon.svg';

const manifest = z.looseObject({ icons: z.array(z.looseObject({})), screenshots: z.array(z.unknown()) });

/** The manifest of the installed app with the site's identity. The pictures of its screens show the default name. */
function manifestOf(text: string, settings: Platform['settings'], { name, logoUrl }: Site): string {
  const isDefault = name === DEFAULT_SITE.name && logoUrl === null && settings.phoneCountry === 'CO';
  if (isDefault) return text;
  const { icons, screenshots, ...rest } = manifest.parse(JSON.parse(withSiteWords(text, settings)));
  const logo = logoUrl === null ? [] : [{ src: logoUrl, sizes: 'any', type: 'image/webp', purpose: 'any' }];
  return JSON.stringify({
    ...rest,
    lang: siteLanguage(settings),
    icons: [...logo, ...icons],
    ...(name === DEFAULT_SITE.name && { screenshots }),
  });
}

/** Routes for the manifest of the installed app and the icon, which have the site's name and colour. `folder` is the built web app. */
export async function manifestRoutes(
  app: FastifyInstance,
  platform: Platform,
  folder: string,
): Promise<void> {
  const { settings, site } = platform;
  const [text, icon] = await Promise.all(
    [MANIFEST_PATH, ICON_PATH].map(path => readFile(join(folder, path), 'utf8')),
  );
  const hidden = { schema: { hide: true } };
  app.get(MANIFEST_PATH, hidden, (request, reply) =>
    sendWithEtag(request, reply, {
      type: 'application/manifest+json; charset=utf-8',
      body: manifestOf(text ?? '', settings, site.current()),
      seconds: 0,
    }),
  );
  const drawing = withSiteWords(icon ?? '', settings);
  app.get(ICON_PATH, hidden, (request, reply) => {
    const { colour } = site.current();
    const { base } = shadesOf(colour, 'light');
    const body = colour === DEFAULT_SITE.colour ? drawing : drawing.replaceAll(DEFAULT_SITE.colour, base);
    return sendWithEtag(request, reply, { type: 'image/svg+xml', body, seconds: 0 });
  });
}

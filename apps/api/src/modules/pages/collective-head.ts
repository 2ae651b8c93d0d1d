import type { Collective } from '@minga/contract/collectives';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, previewImageUrl } from '../../platform/images/urls.ts';
import { COLLECTIVES_PATH, collectivePath } from '../collectives/rules.ts';
import { feedFormats } from '../feeds/feed-paths.ts';
import { oembedUrl } from './embed-paths.ts';
import { type Head, listHead, shortened } from './shell.ts';

const LIST_DESCRIPTION =
  'Juntas de vecinos, colegios, fundaciones y grupos que organizan actividades solidarias: conócelos y síguelos.';

/** The head of the list of collectives. */
export const collectivesHead = (publicUrl: string): Required<Head> =>
  listHead({ title: 'Colectivos', description: LIST_DESCRIPTION }, publicUrl, COLLECTIVES_PATH);

/** The head of a collective's page, for messengers and search engines, with all text escaped. `publicUrl` is an origin. */
export function collectiveHead(
  { name, slug, place, description, image }: Collective,
  publicUrl: string,
): Required<Head> {
  const url = publicUrl + collectivePath(slug);
  const text = shortened([place, description].filter(part => part !== '').join('. ') || LIST_DESCRIPTION);
  const openGraph = {
    type: 'website',
    site_name: 'Minga',
    locale: 'es_CO',
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
    title: `${name} · Minga`,
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

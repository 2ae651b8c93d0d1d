import { buffer } from 'node:stream/consumers';
import { DEFAULT_SITE } from '@minga/contract/site';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isNotModified } from '../../platform/http/send-with-etag.ts';
import { light } from '../../platform/mail/palette.ts';
import type { Platform } from '../../platform/platform.ts';
import { brandOf } from '../../platform/site/brand.ts';
import { contentEtag } from '../../platform/speed/response-cache.ts';
import type { CardDrawing } from '../cards/render-card.ts';

/** The link preview image of the site, in apps/web/public. */
export const PREVIEW_PATH = '/portada.png';

/** The icons of the installed app by their path, with the size in pixels and the share of the basket in the width. */
const icons = {
  '/apple-touch-icon.png': { size: 180, share: 0.66 },
  '/icons/app-192.png': { size: 192, share: 0.74 },
  '/icons/app-512.png': { size: 512, share: 0.74 },
  // Programs cut off what is outside of the middle four fifths.
  '/icons/app-maskable-512.png': { size: 512, share: 0.52 },
};

const FAVICON_PATH = '/favicon.ico';
const FAVICON = { size: 32, share: 0.9 };

/** The files that these routes serve in place of those of the built web app. */
export const pictureFiles = [PREVIEW_PATH, FAVICON_PATH, ...Object.keys(icons)].map(path => path.slice(1));

/** The basket of apps/web/public/icon.svg on a plain ground, as an SVG. */
function iconDrawing(size: number, share: number, forest: string): string {
  const scale = (size * share) / 24;
  const offset = size / 2 - 16 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><g fill="none" transform="translate(${offset} ${offset - scale}) scale(${scale})">
<path d="M9.5 13.5C8.6 3.6 23.4 3.6 22.5 13.5" stroke="${light.maize}" stroke-width="2.8"/>
<path d="M4.5 12h23l-1.500 13.200a4 4 0 0 1-4 3.800H10a4 4 0 0 1-4-3.800z" fill="${light.paper}"/>
<path d="M5.300 19.400l3.600-4 3.550 4 3.550-4 3.550 4 3.550-4 3.600 4" stroke="${forest}" stroke-width="2.200" stroke-linejoin="round"/>
<path d="M16 20.600l2.600 2.700-2.600 2.700-2.600-2.700z" fill="${light.maize}"/></g></svg>`;
}

const PREVIEW = {
  title: 'Convoca tu minga, junta tu gente',
  date: 'Actividades solidarias de tu comunidad',
};
const PREVIEW_ID = 'preview';
const DESIGN = 2;

/** A PNG of 32 pixels as a file of the format ICO: its directory with one entry, then the PNG. */
function iconFile(png: Buffer): Buffer {
  const start = Buffer.alloc(22);
  start.writeUInt16LE(1, 2);
  start.writeUInt16LE(1, 4);
  start.set([FAVICON.size, FAVICON.size, 0, 0, 1, 0, 32, 0], 6);
  start.writeUInt32LE(png.length, 14);
  start.writeUInt32LE(start.length, 18);
  return Buffer.concat([start, png]);
}

type Draw = () => Promise<Buffer>;

/**
 * Routes for the preview image of a site with its own name, and the icons of one with its own logo or colour, drawn once for each identity;
 * other sites get the files of the built web app.
 */
export function pictureRoutes(app: FastifyInstance, platform: Platform): void {
  const { site, images, imageProcessor } = platform;
  let drawn = { identity: '', pictures: new Map<string, Promise<Buffer>>() };
  const hidden = { schema: { hide: true } };

  app.get(PREVIEW_PATH, hidden, async (request, reply) => {
    const { name, place } = site.current();
    if (name === DEFAULT_SITE.name) return reply.sendFile(PREVIEW_PATH.slice(1));
    const brand = brandOf(site.current());
    const input: CardDrawing = { id: PREVIEW_ID, texts: { ...PREVIEW, place }, brand };
    return send(request, reply, PREVIEW_PATH, () => imageProcessor.render({ renderer: 'card', input }));
  });

  for (const [path, icon] of Object.entries(icons))
    app.get(path, hidden, async (request, reply) => {
      if (hasDefaultIcons()) return reply.sendFile(path.slice(1));
      return send(request, reply, path, () => drawIcon(icon));
    });

  app.get(FAVICON_PATH, hidden, async (request, reply) => {
    if (hasDefaultIcons()) return reply.sendFile(FAVICON_PATH.slice(1));
    return send(request, reply, FAVICON_PATH, async () => iconFile(await drawIcon(FAVICON)));
  });

  function hasDefaultIcons(): boolean {
    const { colour, logoUrl } = site.current();
    return colour === DEFAULT_SITE.colour && logoUrl === null;
  }

  /** The logo on paper, or the basket on the site's colour. */
  async function drawIcon({ size, share }: { size: number; share: number }): Promise<Buffer> {
    const square = { width: size, height: size, format: 'png' } as const;
    const logo = await readLogo();
    if (logo !== null) {
      const picture = { bytes: logo, side: Math.round(size * share) };
      return imageProcessor.draw({ ...square, background: light.sheet, picture, layers: [] });
    }
    const { forest } = brandOf(site.current());
    const layers = [{ svg: iconDrawing(size, share, forest), left: 0, top: 0 }];
    return imageProcessor.draw({ ...square, background: forest, layers });
  }

  async function readLogo(): Promise<Buffer | null> {
    const [, id, file] = /([^/]+)\/([^/]+)$/.exec(site.current().logoUrl ?? '') ?? [];
    if (id === undefined || file === undefined) return null;
    const stored = await images.read(id, file);
    return stored && buffer(await stored.open());
  }

  async function send(request: FastifyRequest, reply: FastifyReply, path: string, draw: Draw) {
    const { name, place, colour, logoUrl } = site.current();
    const identity = JSON.stringify([DESIGN, name, place, colour, logoUrl]);
    // Link previews on other sites may embed the image.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    if (isNotModified(request, reply, contentEtag(path + identity), 0)) return reply.send();
    return reply
      .type(path === FAVICON_PATH ? 'image/x-icon' : 'image/png')
      .send(await pictureOf(path, identity, draw));
  }

  /** Concurrent requests share one drawing. */
  function pictureOf(path: string, identity: string, draw: Draw): Promise<Buffer> {
    if (drawn.identity !== identity) drawn = { identity, pictures: new Map() };
    const { pictures } = drawn;
    const picture = pictures.get(path) ?? draw();
    pictures.set(path, picture);
    picture.catch(() => pictures.delete(path));
    return picture;
  }
}

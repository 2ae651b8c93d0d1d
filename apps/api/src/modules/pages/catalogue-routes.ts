import { type FileHandle, open } from 'node:fs/promises';
import { searchActivities } from '@minga/contract/activities';
import { categoryNames } from '@minga/contract/category-names';
import type { FindActivities, SsrRenderer } from '@minga/contract/server-rendering';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../platform/errors.ts';
import { escapeMarkup } from '../../platform/markup.ts';
import type { Platform } from '../../platform/platform.ts';
import { matchesEtag } from '../../platform/speed/response-cache.ts';
import { CATALOGUE_PATH, feedFormats, feedPath, type Search, searchQuery } from '../feeds/feed-paths.ts';
import { feedTitle } from '../feeds/rules.ts';
import { findUpcoming } from '../feeds/service.ts';
import { groundFile, type Head, indexedWithoutQuery, listHead, NO_CRAWLING } from './shell.ts';
import type { SendPage } from './ssr-page.ts';

/** A range of bytes in a file. Both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const SINGLE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses the `Range` header of a request for a file of `size` bytes (RFC 9110, section 14.2). Returns `whole` if there is no range or
 * one that a server may ignore, such as several ranges or another unit.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [match, from, to, last] = SINGLE.exec(header?.trim() ?? '') ?? [];
  if (match === undefined) return 'whole';
  const start = last === undefined ? Number(from) : Math.max(0, size - Number(last));
  const end = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // A range whose last byte precedes its first is invalid and ignored.
  if (to !== undefined && to !== '' && Number(to) < start) return 'whole';
  return start > end ? 'unsatisfiable' : { start, end };
}

/** The head of the catalogue's page, with links to the feeds of its search. */
function catalogueHead(search: Search, platform: Pick<Platform, 'publicUrl' | 'settings'>): Head {
  const title = feedTitle(search);
  const tags = feedFormats.map(({ extension, type, name }) => {
    const href = escapeMarkup(feedPath(extension) + searchQuery(search));
    const [mediaType] = type.split(';');
    return `<link rel="alternate" type="${mediaType}" title="${escapeMarkup(title)} (${name})" href="${href}">`;
  });
  // Search engines may index the page of a category. Other filters only select from the same activities.
  const { categoria, ...filters } = search;
  const canonical = CATALOGUE_PATH + (categoria === undefined ? '' : `?categoria=${categoria}`);
  const { tags: openGraph, ...head } = listHead(
    {
      title: categoria === undefined ? 'Actividades' : `Actividades: ${categoryNames[categoria]}`,
      description: 'Mingas, jornadas y encuentros solidarios de tu comunidad: encuentra a cuál ir.',
    },
    platform,
    canonical,
  );
  const robots = searchQuery(filters) === '' ? [] : [NO_CRAWLING];
  return { ...head, tags: [...openGraph, ...tags, ...robots] };
}

/** The head of the map's page. Its canonical URL has no filters. */
const mapHead = (platform: Pick<Platform, 'publicUrl' | 'settings'>, path: string): Required<Head> =>
  listHead(
    {
      title: 'Mapa de actividades',
      description: 'Dónde son las mingas, jornadas y encuentros que vienen, en un mapa y en una lista.',
    },
    platform,
    path,
  );

export const MAP_PATH = '/mapa';

interface Parts {
  readonly renderer: SsrRenderer;
  readonly sendList: SendPage;
  readonly sendMap: SendPage;
}

/** Routes for the catalogue's page and the map's page. */
export function catalogueRoutes(
  app: FastifyInstance,
  platform: Platform,
  { renderer, sendList, sendMap }: Parts,
): void {
  /** Finds upcoming activities, the next occurrence of each series. */
  const find: FindActivities = async wanted => {
    const search = searchActivities.query.parse(wanted);
    const { rows, total } = await findUpcoming(platform, { ...search, series: 'next' });
    return { rows: rows.map(({ activity }) => activity), total };
  };

  app.get(CATALOGUE_PATH, async (request, reply) => {
    // Redirects to the normalised URL, which the app would otherwise set after hydration.
    const address = renderer.catalogueAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const search = searchActivities.query.safeParse(withoutHere(request.query));
    const head = catalogueHead(search.success ? search.data : {}, platform);
    return sendList(request, reply, head, viewing => renderer.renderCatalogue(request.url, viewing, find));
  });

  app.get(MAP_PATH, async (request, reply) => {
    const address = renderer.mapAddress(request.url);
    if (address !== null) return reply.redirect(address);
    const head = indexedWithoutQuery(request.query, mapHead(platform, MAP_PATH));
    return sendMap(request, reply, head, viewing => renderer.renderMap(request.url, viewing, find));
  });
}

/** Removes the value that stands for the device's position, which only the browser knows (apps/web/src/features/activities). */
function withoutHere(query: unknown) {
  const { cerca, ...others } = query as Record<string, unknown>;
  return cerca === 'aqui' ? others : { ...others, cerca };
}

const ADDRESS = '/api/mapa.pmtiles';
/** The registered media type. @fastify/compress would compress application/octet-stream. */
const PMTILES_TYPE = 'application/vnd.pmtiles';

/**
 * Serves the base map, `DATA_DIR/mapa.pmtiles`, with support for byte ranges (RFC 9110, section 14). The file may be added or replaced
 * at runtime. It is not cached in memory, because it has megabytes to gigabytes.
 */
export function mapRoutes(app: FastifyInstance, { settings }: Pick<Platform, 'settings'>): void {
  const path = groundFile(settings.dataDir);
  app.route({
    method: ['GET', 'HEAD'],
    url: ADDRESS,
    schema: { hide: true },
    handler: async (request, reply) => {
      const file = await openFile(path);
      if (file === null) throw notFound('Este sitio no tiene un mapa de fondo');
      try {
        return await sendFile(request, reply, file);
      } catch (error) {
        await file.close();
        throw error;
      }
    },
  });
}

/** Sends an open file. The ETag and the bytes agree even if the file is replaced, because the handle refers to the old one. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileHandle) {
  const { size, mtime, mtimeMs, ino } = await file.stat();
  // The ETag is strong, because PMTiles clients ignore weak ones and must not combine ranges of two files.
  const tag = [size, Math.round(mtimeMs * 1000), ino].map(part => part.toString(36)).join('-');
  const { range: header, 'if-range': ifRange } = request.headers;
  const isSameFile = ifRange === undefined || ifRange === `"${tag}"` || ifRange === mtime.toUTCString();
  const range = parseByteRange(isSameFile ? header : undefined, size);
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`);
    throw new AppError(416, 'VALIDATION', 'El archivo del mapa no tiene esos bytes');
  }
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', `"${tag}"`)
    .header('last-modified', mtime.toUTCString())
    .header('cache-control', 'no-cache');
  const isKnown = matchesEtag(request.headers, tag);
  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (!isKnown) reply.type(PMTILES_TYPE).header('content-length', end - start + 1);
  if (isKnown) reply.code(304);
  else if (range !== 'whole') reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`);
  if (!isKnown && request.method === 'GET' && size > 0)
    return reply.send(file.createReadStream({ start, end }));
  await file.close();
  return reply.send();
}

/** Opens a file. Returns null if it does not exist. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../platform/errors.ts';
import { parseByteRange } from '../../platform/http/byte-range.ts';
import { matchesEtag } from '../../platform/http/etag.ts';
import type { Platform } from '../../platform/platform.ts';

const ADDRESS = '/api/mapa.pmtiles';
/** The registered media type. @fastify/compress would compress application/octet-stream. */
const PMTILES_TYPE = 'application/vnd.pmtiles';

/**
 * Serves the ground of the map, `DATA_DIR/mapa.pmtiles`, by byte ranges (RFC 9110, section 14). The file may be added or replaced
 * while the process runs. Not cached in memory: a region has megabytes to gigabytes.
 */
export function mapRoutes(app: FastifyInstance, { settings }: Pick<Platform, 'settings'>): void {
  const path = join(settings.dataDir, 'mapa.pmtiles');
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

/** The open file stays the same if another one takes its name, so ETag and bytes agree. */
async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileHandle) {
  const { size, mtime, mtimeMs, ino } = await file.stat();
  // Strong, since readers of PMTiles ignore weak ones, and a client must not combine ranges of two files.
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

/** Null if there is no such file. */
async function openFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

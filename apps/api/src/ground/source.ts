import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Entry,
  type Header,
  PMTiles,
  type RangeResponse,
  SharedPromiseCache,
  type Source,
} from 'pmtiles';
import { StartProblem } from '../platform/database/start-problem.ts';

/** A map in the format PMTiles, in a file or at an address of the web. */
export interface GroundSource {
  readonly header: Header;
  readonly metadata: Record<string, unknown>;
  /** A directory of tiles. `offset` and `length` are in bytes of the source. */
  directory(offset: number, length: number): Promise<Entry[]>;
  /** Reads exactly `length` bytes. Throws a StartProblem if the source ends before. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

interface Bytes {
  /** The size of the source in bytes. */
  readonly size: number;
  /** Reads up to `length` bytes, fewer at the end of the source. */
  read(offset: number, length: number): Promise<Buffer>;
  close(): Promise<void>;
}

const ADDRESS = /^https?:\/\//;
/** The layers of Protomaps that the map's style draws first (apps/web/src/components/map/map-style.ts). */
const LAYERS = ['earth', 'roads'];
const VECTOR_TILES = 1;
/** The first bytes of every file of version 3. */
const MAGIC = 'PMTiles\u0003';

/** Opens the map at a path or an http address. Throws a StartProblem if it is none that the site can show. */
export async function openGround(location: string): Promise<GroundSource> {
  const bytes = ADDRESS.test(location) ? await openAddress(location) : await openFile(location);
  try {
    return await readGround(location, bytes);
  } catch (error) {
    await bytes.close();
    throw error;
  }
}

async function readGround(location: string, bytes: Bytes): Promise<GroundSource> {
  const name = basename(location);
  const magic = await bytes.read(0, MAGIC.length);
  if (magic.toString('latin1') !== MAGIC)
    throw new StartProblem(`${name} no es un mapa en formato PMTiles (versión 3).`);
  const source = {
    getKey: () => location,
    getBytes: async (offset: number, length: number): Promise<RangeResponse> => {
      const read = await bytes.read(offset, length);
      return { data: read.buffer.slice(read.byteOffset, read.byteOffset + read.length) as ArrayBuffer };
    },
  } satisfies Source;
  const cache = new SharedPromiseCache();
  const broken = () => new StartProblem(`${name} está incompleto o dañado: descárgalo otra vez.`);
  const archive = new PMTiles(source, cache);
  const [header, metadata] = await Promise.all([archive.getHeader(), archive.getMetadata()]).catch(error => {
    throw error instanceof StartProblem ? error : broken();
  });
  checkKind(name, header, metadata);
  if (bytes.size < header.tileDataOffset + (header.tileDataLength ?? 0)) throw broken();
  return {
    header,
    metadata: metadata as Record<string, unknown>,
    directory: (offset, length) =>
      cache.getDirectory(source, offset, length, header).catch(error => {
        throw error instanceof StartProblem ? error : broken();
      }),
    read: async (offset, length) => {
      const read = await bytes.read(offset, length);
      if (read.length < length) throw broken();
      return read;
    },
    close: bytes.close,
  };
}

function checkKind(name: string, { tileType }: Header, metadata: unknown): void {
  const { vector_layers: layers } = metadata as { vector_layers?: { id: string }[] };
  const ids = Array.isArray(layers) ? layers.map(({ id }) => id) : [];
  if (tileType === VECTOR_TILES && LAYERS.every(layer => ids.includes(layer))) return;
  throw new StartProblem(
    `${name} es un mapa de otra clase: hace falta uno de Protomaps, con sus calles y sus tierras como dibujos (docs/running.md, «El mapa»).`,
  );
}

async function openFile(path: string): Promise<Bytes> {
  const file = await open(path).catch(error => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new StartProblem(`No existe el archivo ${path}.`);
    if (code === 'EACCES') throw new StartProblem(`El usuario de Minga no puede leer ${path}.`);
    throw error;
  });
  const stats = await file.stat();
  if (!stats.isFile()) {
    await file.close();
    throw new StartProblem(`${path} no es un archivo.`);
  }
  return {
    size: stats.size,
    read: async (offset, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
      return buffer.subarray(0, bytesRead);
    },
    close: () => file.close(),
  };
}

const ATTEMPTS = 4;
const REQUEST_TIMEOUT_MS = 60_000;

async function openAddress(address: string): Promise<Bytes> {
  let etag: string | null = null;
  let size = 0;

  async function request(offset: number, length: number): Promise<Buffer> {
    const response = await fetch(address, {
      headers: { range: `bytes=${offset}-${offset + length - 1}` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    const { status, headers } = response;
    if (status !== 206) {
      await response.body?.cancel();
      throw status >= 500 ? new Error(`status ${status}`) : new StartProblem(statusText(address, status));
    }
    const found = headers.get('etag');
    if (etag !== null && found !== etag)
      throw new StartProblem(`${address} cambió mientras se leía: repite la orden.`);
    etag = found;
    size = Number(headers.get('content-range')?.split('/')[1] ?? 0);
    return Buffer.from(await response.arrayBuffer());
  }

  async function read(offset: number, length: number): Promise<Buffer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await request(offset, length);
      } catch (error) {
        if (error instanceof StartProblem) throw error;
        if (attempt === ATTEMPTS)
          throw new StartProblem(`${new URL(address).host} no responde: revisa la dirección y la conexión.`);
        await sleep(2 ** attempt * 250);
      }
    }
  }

  await read(0, 1);
  return { size, read, close: async () => undefined };
}

const statusText = (address: string, status: number): string =>
  status === 200
    ? `${new URL(address).host} no entrega partes de un archivo: descárgalo y da su ruta.`
    : `En ${address} no hay ningún mapa (${status}): los que hay están en https://maps.protomaps.com/builds/.`;

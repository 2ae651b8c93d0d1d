import type { FileHandle } from 'node:fs/promises';
import { BLOCK, decodeHeader, type Entry, paddingAfter } from './tar-header.ts';

/** The archive is truncated or modified. */
export class DamagedArchiveError extends Error {}

export interface ArchiveEntry extends Entry {
  /** Byte offset of the content in the file. */
  readonly contentStart: number;
}

const CHUNK = 256 * 1024;

/** Yields the entries of a tar that createArchiveWriter wrote, in order. Throws DamagedArchiveError if it is truncated or modified. */
export async function* entriesOf(file: FileHandle): AsyncGenerator<ArchiveEntry> {
  const { size: length } = await file.stat();
  let position = 0;
  for (;;) {
    const block = await readExactly(file, position, BLOCK);
    position += BLOCK;
    if (isZero(block)) break;
    const entry = decodeHeader(block);
    if (entry === null) throw new DamagedArchiveError('un encabezado no es legible');
    yield { ...entry, contentStart: position };
    position += entry.size;
    const padding = paddingAfter(entry.size);
    if (!isZero(await readExactly(file, position, padding)))
      throw new DamagedArchiveError(`sobra algo tras ${entry.name}`);
    position += padding;
  }
  const isEnd = isZero(await readExactly(file, position, BLOCK)) && position + BLOCK === length;
  if (!isEnd) throw new DamagedArchiveError('sobra algo al final');
}

/** Yields an entry's content in chunks. Throws DamagedArchiveError if the file ends before it. */
export async function* contentOf(
  file: FileHandle,
  { contentStart, size }: ArchiveEntry,
): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += CHUNK) {
    yield await readExactly(file, contentStart + done, Math.min(CHUNK, size - done));
  }
}

async function readExactly(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  for (let done = 0; done < length; ) {
    const { bytesRead } = await file.read(bytes, done, length - done, position + done);
    if (bytesRead === 0) throw new DamagedArchiveError('está cortada');
    done += bytesRead;
  }
  return bytes;
}

const isZero = (bytes: Buffer): boolean => bytes.every(byte => byte === 0);

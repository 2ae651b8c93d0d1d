import type { FileHandle } from 'node:fs/promises';
import { BLOCK, decodeHeader, type Entry, paddingAfter } from './tar-header.ts';

/** The file is not what it was when it was made. */
export class DamagedArchiveError extends Error {}

export interface PlacedEntry extends Entry {
  /** Where its content begins, in bytes from the beginning of the file. */
  readonly start: number;
}

const CHUNK = 256 * 1024;

/** The entries of a tar as createArchiveWriter makes it, in their order. Throws Damaged where it is cut or another byte stands. */
export async function* entriesOf(file: FileHandle): AsyncGenerator<PlacedEntry> {
  const { size: length } = await file.stat();
  let position = 0;
  for (;;) {
    const block = await readExactly(file, position, BLOCK);
    position += BLOCK;
    if (isZero(block)) break;
    const entry = decodeHeader(block);
    if (entry === null) throw new DamagedArchiveError('un encabezado no es legible');
    yield { ...entry, start: position };
    position += entry.size;
    const padding = paddingAfter(entry.size);
    if (!isZero(await readExactly(file, position, padding)))
      throw new DamagedArchiveError(`sobra algo tras ${entry.name}`);
    position += padding;
  }
  const isEnd = isZero(await readExactly(file, position, BLOCK)) && position + BLOCK === length;
  if (!isEnd) throw new DamagedArchiveError('sobra algo al final');
}

/** The content of an entry, piece by piece. Throws Damaged when the file ends before it. */
export async function* contentOf(file: FileHandle, { start, size }: PlacedEntry): AsyncGenerator<Buffer> {
  for (let done = 0; done < size; done += CHUNK) {
    yield await readExactly(file, start + done, Math.min(CHUNK, size - done));
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

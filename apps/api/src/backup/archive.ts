import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';

/** The block size of a tar in bytes. */
const BLOCK = 512;

/** One file of an archive. */
interface Entry {
  /** The name in plain ASCII, of at most 100 characters. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
}

const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
/** The largest size in eleven octal digits; larger ones use GNU's binary encoding, which current tar programs read. */
const OCTAL_MAX = 8 ** 11 - 1;
const BINARY = 0x80;

/** Encodes the header block of a regular file with mode 600 in POSIX's ustar format. */
function encodeHeader({ name, size }: Entry, modifiedAt: Date): Buffer {
  if (name.length > NAME[1]) throw new Error(`${name} is too long a name`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, NAME[0], 'ascii');
  block.write('0000600\0', 100, 'ascii');
  block.write('0000000\0', 108, 'ascii');
  block.write('0000000\0', 116, 'ascii');
  writeSize(block, size);
  block.write(`${octal(Math.floor(modifiedAt.getTime() / 1000), 11)}\0`, 136, 'ascii');
  block.write('0', 156, 'ascii');
  block.write('ustar\x0000', 257, 'ascii');
  block.write(checksumField(block), CHECKSUM[0], 'ascii');
  return block;
}

/** Decodes a header block. Returns null if its checksum does not match. */
function decodeHeader(block: Buffer): Entry | null {
  const stored = block.toString('ascii', CHECKSUM[0], CHECKSUM[0] + CHECKSUM[1]);
  if (stored !== checksumField(block)) return null;
  const name = block.toString('ascii', NAME[0], NAME[1]);
  return { name: name.slice(0, name.indexOf('\0')), size: readSize(block) };
}

/** Returns the number of zero bytes after a content of `size` bytes. */
const paddingAfter = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

const checksumField = (block: Buffer) => `${octal(checksum(block), 6)}\0 `;

const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');

function writeSize(block: Buffer, size: number): void {
  if (size <= OCTAL_MAX) block.write(`${octal(size, 11)}\0`, SIZE[0], 'ascii');
  else {
    block[SIZE[0]] = BINARY;
    block.writeBigUInt64BE(BigInt(size), SIZE[0] + 4);
  }
}

function readSize(block: Buffer): number {
  if (block[SIZE[0]] === BINARY) return Number(block.readBigUInt64BE(SIZE[0] + 4));
  return Number.parseInt(block.toString('ascii', SIZE[0], SIZE[0] + 11), 8);
}

/** The sum of all bytes, with the checksum field counted as spaces. */
function checksum(block: Buffer): number {
  const [start, length] = CHECKSUM;
  return block.reduce((sum, byte, at) => sum + (at >= start && at < start + length ? 0x20 : byte), 0);
}

/** The archive is truncated or modified. */
export class DamagedArchiveError extends Error {}

export interface ArchiveEntry extends Entry {
  /** The byte offset of the content in the file. */
  readonly contentStart: number;
}

const CHUNK = 256 * 1024;

/** Yields, in order, the entries of a tar from createArchiveWriter. Throws DamagedArchiveError if it is truncated or modified. */
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

type Content = AsyncIterable<Buffer> | Iterable<Buffer>;

interface Written {
  readonly bytes: number;
  /** The hash of the content in hexadecimal. */
  readonly sha256: string;
}

export interface ArchiveWriter {
  /** Appends a file of unknown length. */
  add(name: string, content: Content): Promise<Written>;
  /** Writes the end-of-archive blocks. */
  finish(): Promise<void>;
}

/** Creates a writer that streams a tar into an empty file. */
export function createArchiveWriter(file: FileHandle, madeAt: Date): ArchiveWriter {
  let position = 0;

  async function append(bytes: Buffer): Promise<void> {
    await writeAt(file, bytes, position);
    position += bytes.length;
  }

  return {
    async add(name, content) {
      const start = position;
      position += BLOCK;
      const hash = createHash('sha256');
      for await (const chunk of content) {
        hash.update(chunk);
        await append(chunk);
      }
      const bytes = position - start - BLOCK;
      await append(Buffer.alloc(paddingAfter(bytes)));
      // The header precedes the content but contains its length, which is known only after the content.
      await writeAt(file, encodeHeader({ name, size: bytes }, madeAt), start);
      return { bytes, sha256: hash.digest('hex') };
    },
    finish: () => append(Buffer.alloc(2 * BLOCK)),
  };
}

/** Writes all bytes, since a single write can be partial. */
async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

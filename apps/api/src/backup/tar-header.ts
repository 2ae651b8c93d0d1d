/** Block size of a tar in bytes. */
export const BLOCK = 512;

/** One file of an archive. */
export interface Entry {
  /** Plain ASCII, at most 100 characters. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

const NAME = [0, 100] as const;
const SIZE = [124, 12] as const;
const CHECKSUM = [148, 8] as const;
/** The largest size in eleven octal digits; larger ones use GNU's binary encoding, which current tar programs read. */
const OCTAL_MAX = 8 ** 11 - 1;
const BINARY = 0x80;

/** Encodes the header block in POSIX's ustar format: a regular file with mode 600. */
export function encodeHeader({ name, size }: Entry, modifiedAt: Date): Buffer {
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

/** Decodes a header block; null if its checksum does not match. */
export function decodeHeader(block: Buffer): Entry | null {
  const stored = block.toString('ascii', CHECKSUM[0], CHECKSUM[0] + CHECKSUM[1]);
  if (stored !== checksumField(block)) return null;
  const name = block.toString('ascii', NAME[0], NAME[1]);
  return { name: name.slice(0, name.indexOf('\0')), size: readSize(block) };
}

/** Number of zero bytes after a content of `size` bytes. */
export const paddingAfter = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

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

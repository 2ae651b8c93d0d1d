import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { create, type Font } from 'fontkit';

const require = createRequire(import.meta.url);

/** The name by which documents and cards know the font. */
export const FALLBACK_FONT = 'UnifontEX';

interface Loaded {
  readonly data: Buffer;
  readonly font: Font;
}

let loaded: Loaded | undefined;

/**
 * The font with the letters of nearly all scripts that the fonts of papers and cards lack (docs/decisions/0064-letters-of-any-script.md).
 * Read for the first text that needs it: 90 ms and 25 MB.
 */
export function fallbackFont(): Loaded {
  if (loaded === undefined) {
    const data = sfntOf(
      readFileSync(require.resolve('@fontsource/unifontex/files/unifontex-latin-400-normal.woff')),
    );
    loaded = { data, font: create(data) as Font };
  }
  return loaded;
}

/** Decompresses a WOFF file (https://www.w3.org/TR/WOFF/): fontkit otherwise inflates all glyphs again for each of them, 100 ms each. */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  const parts: Buffer[] = [header];
  let position = header.length;
  for (let index = 0; index < count; index += 1) {
    const [from, to] = [44 + 20 * index, 12 + 16 * index];
    const start = woff.readUInt32BE(from + 4);
    const stored = woff.subarray(start, start + woff.readUInt32BE(from + 8));
    const length = woff.readUInt32BE(from + 12);
    const table = stored.length < length ? inflateSync(stored) : stored;
    woff.copy(header, to, from, from + 4);
    woff.copy(header, to + 4, from + 16, from + 20);
    header.writeUInt32BE(position, to + 8);
    header.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc((4 - (length % 4)) % 4);
    parts.push(table, padding);
    position += length + padding.length;
  }
  return Buffer.concat(parts);
}

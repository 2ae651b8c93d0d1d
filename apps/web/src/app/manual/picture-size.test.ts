import { imageSize } from 'image-size';
import { expect, it } from 'vitest';

// The build gives every picture of the manual its size with this library (manual.ts).

/** The first bytes of a WebP file: RIFF, the length, WEBP, the kind of the first chunk, then `bytes` at their offsets. */
function header(kind: string, bytes: Record<number, readonly number[]>): Uint8Array {
  const file = new Uint8Array(32);
  file.set(new TextEncoder().encode(`RIFF    WEBP${kind}`));
  for (const [at, values] of Object.entries(bytes)) file.set(values, Number(at));
  return file;
}

// 720 × 1640 each: 0x2d0 and 0x668; the extended and lossless formats store one less.
it.each([
  ['lossy', header('VP8 ', { 26: [0xd0, 0x02], 28: [0x68, 0x06] })],
  ['lossless', header('VP8L', { 20: [0x2f], 21: [0xcf, 0xc2, 0x99, 0x01] })],
  ['extended', header('VP8X', { 24: [0xcf, 0x02, 0x00], 27: [0x67, 0x06, 0x00] })],
])('reads the size of a %s picture', (_kind, file) => {
  expect(imageSize(file)).toMatchObject({ width: 720, height: 1640 });
});

it('rejects a file that is no picture', () => {
  expect(() => imageSize(header('JUNK', {}))).toThrow();
});

const HEADER = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;

/**
 * Counts the frames of a GIF by walking over its blocks, without decoding; null when it ends too early. The decoder
 * shows the frames that it finds and says nothing about missing ones.
 */
export function countGifFrames(bytes: Uint8Array): number | null {
  let at = HEADER + colourTable(bytes[10]);
  for (let frames = 0; ; ) {
    const block = bytes[at];
    if (block === TRAILER) return frames;
    if (block === EXTENSION) {
      at = afterData(bytes, at + 2);
    } else if (block === FRAME) {
      frames += 1;
      at = afterData(bytes, at + 11 + colourTable(bytes[at + 9]));
    } else {
      return null;
    }
  }
}

/** Length in bytes of the colour table that a packed field announces. */
function colourTable(packed = 0): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Skips sub-blocks, each led by its length, up to and with the empty one that ends them. */
function afterData(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += length + 1;
  return at + 1;
}

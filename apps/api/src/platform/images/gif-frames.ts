const HEADER_BYTES = 13;
const EXTENSION = 0x21;
const FRAME = 0x2c;
const TRAILER = 0x3b;

/**
 * Counts the frames of a GIF from its block structure, without decoding; null if the file is truncated. The decoder
 * would ignore missing frames.
 */
export function countGifFrames(bytes: Uint8Array): number | null {
  let at = HEADER_BYTES + colourTableBytes(bytes[10]);
  for (let frames = 0; ; ) {
    const block = bytes[at];
    if (block === TRAILER) return frames;
    if (block === EXTENSION) {
      at = skipSubBlocks(bytes, at + 2);
    } else if (block === FRAME) {
      frames += 1;
      at = skipSubBlocks(bytes, at + 11 + colourTableBytes(bytes[at + 9]));
    } else {
      return null;
    }
  }
}

/** Size of the colour table that follows, according to a packed field. */
function colourTableBytes(packed = 0): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 7) + 1) : 0;
}

/** Skips length-prefixed sub-blocks and the empty one that terminates them. */
function skipSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) at += length + 1;
  return at + 1;
}

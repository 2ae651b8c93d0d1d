/** Width and height of a WebP picture, in pixels (RFC 9649 section 2). Throws for anything else. */
export function webpSize(bytes: Uint8Array): { width: number; height: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const kind = String.fromCharCode(...bytes.subarray(8, 16));
  if (kind === 'WEBPVP8 ') return { width: bits14(view, 26), height: bits14(view, 28) };
  if (kind === 'WEBPVP8L') {
    const packed = view.getUint32(21, true);
    return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  if (kind === 'WEBPVP8X') return { width: bits24(view, 24) + 1, height: bits24(view, 27) + 1 };
  throw new Error('this is no WebP picture');
}

const bits14 = (view: DataView, at: number): number => view.getUint16(at, true) & 0x3fff;
const bits24 = (view: DataView, at: number): number =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

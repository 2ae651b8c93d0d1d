import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** The width of the white border around the code in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Encodes a QR code as a PNG image, which every mail program shows. With one bit per pixel it takes about 1 kB, since the outbox stores one
 * for each recipient. `scale` is the width of a module in pixels.
 */
export function qrPng(text: string, scale: number): Buffer {
  const modules = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const size = modules.length * scale;
  const rows = modules.flatMap(row => Array<Buffer>(scale).fill(pixelRow(row, scale)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // The bit depth is 1, greyscale; compression, filter method and interlacing are 0.
  header.writeUInt8(1, 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a row of pixels, which starts with its filter type (0, no filter). A set bit is white. */
function pixelRow(modules: readonly boolean[], scale: number): Buffer {
  const row = Buffer.alloc(1 + Math.ceil((modules.length * scale) / 8));
  for (let x = 0; x < modules.length * scale; x += 1) {
    if (modules[Math.floor(x / scale)]) continue;
    const byte = 1 + (x >> 3);
    row.writeUInt8(row.readUInt8(byte) | (0x80 >> (x & 7)), byte);
  }
  return row;
}

/** Encodes a chunk: its length, type, data and checksum (RFC 2083). */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const LINE_BYTES = 75;

/** A line of a calendar file, folded after at most 75 bytes and never within a character (RFC 5545 section 3.1). */
export function contentLine(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > LINE_BYTES) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return `${folded}\r\n`;
}

/** Text as a property's value (RFC 5545 section 3.3.11), without control characters. */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', ' ')
    .replaceAll(/\p{Cc}/gu, '');

/** Text as a property's parameter; other characters are encoded by RFC 6868. */
export const quoted = (text: string): string =>
  `"${text
    .replaceAll('^', '^^')
    .replaceAll('"', "^'")
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')}"`;

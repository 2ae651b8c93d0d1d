const LINE_BYTES = 75;

/** A line of a calendar file, folded after at most 75 bytes and never within a character (RFC 5545 section 3.1). */
export function contentLine(line: string): string {
  const bytes = Buffer.from(line);
  const lines: string[] = [];
  for (let start = 0; start < bytes.length || start === 0; ) {
    // A continuation begins with a space.
    let end = Math.min(bytes.length, start + LINE_BYTES - (start === 0 ? 0 : 1));
    while (end < bytes.length && isContinuation(bytes[end])) end -= 1;
    lines.push(bytes.toString('utf8', start, end));
    if (end >= bytes.length) break;
    start = end;
  }
  return `${lines.join('\r\n ')}\r\n`;
}

/** Whether a byte of UTF-8 is not the first of its character. */
const isContinuation = (byte = 0): boolean => (byte & 0xc0) === 0x80;

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

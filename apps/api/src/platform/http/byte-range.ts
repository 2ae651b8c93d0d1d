/** Bytes of a file, inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

const SINGLE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Parses the `Range` of a request for a file of `size` bytes (RFC 9110, section 14.2). `whole`: there is none, or one that a server
 * may ignore, such as several ranges or another unit.
 */
export function parseByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [match, from, to, last] = SINGLE.exec(header?.trim() ?? '') ?? [];
  if (match === undefined) return 'whole';
  const start = last === undefined ? Number(from) : Math.max(0, size - Number(last));
  const end = to === undefined || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  // A last byte before the first makes the header invalid, which is ignored.
  if (to !== undefined && to !== '' && Number(to) < start) return 'whole';
  return start > end ? 'unsatisfiable' : { start, end };
}

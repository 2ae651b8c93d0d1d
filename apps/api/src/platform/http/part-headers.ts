/** Of one part. Browsers send less than 1 kB; the parser would silently cut off what exceeds 80 kB. */
const HEADER_BYTES = 16_384;
const HEADER_END = '\r\n\r\n';
const CLOSING = '--';

/** Lines with a name and a value, or the continuation of one, without control characters. */
const HEADER_LINES = /^(?:\r\n(?:[!-9;-~\x80-\xff][\t -9;-~\x80-\xff]*:|[\t ])[\t -~\x80-\xff]*)+$/;

/** Ignored, whatever it contains. */
const FILE_NAME = /filename="[^"\r\n]*"/i;

interface PartHeaders {
  /** Takes the next bytes of the body. */
  readonly push: (chunk: Buffer) => void;
  /** The number of parts so far; null: the header block of one is too long, malformed or does not end. */
  readonly count: () => number | null;
}

/** Counts the parts of a multipart body while it arrives, with those that the parser drops without an error. */
export function scanPartHeaders(contentType: string): PartHeaders {
  const [, quoted, token] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const delimiter = Buffer.from(`\r\n--${quoted ?? token ?? ''}`, 'latin1');
  // The first delimiter needs no line break before it.
  let rest: Buffer = Buffer.from('\r\n');
  let place = 'content' as 'content' | 'header' | 'end';
  let count: number | null = 0;

  const fail = (): void => {
    count = null;
    place = 'end';
  };

  /** Goes on to the next delimiter; false: more bytes are needed. */
  const skipContent = (): boolean => {
    const at = rest.indexOf(delimiter);
    rest = rest.subarray(at === -1 ? Math.max(0, rest.length - delimiter.length + 1) : at + delimiter.length);
    if (at !== -1) place = 'header';
    return at !== -1;
  };

  const readHeader = (): boolean => {
    if (rest.length < CLOSING.length) return false;
    if (rest.toString('latin1', 0, CLOSING.length) === CLOSING) {
      place = 'end';
      return false;
    }
    const end = rest.indexOf(HEADER_END);
    const next = rest.indexOf(delimiter);
    const size = end === -1 ? rest.length : end;
    if (size > HEADER_BYTES || (next !== -1 && (end === -1 || next < end))) fail();
    else if (end !== -1 && !HEADER_LINES.test(rest.toString('latin1', 0, end).replace(FILE_NAME, ''))) fail();
    if (end === -1 || count === null) return false;
    count++;
    rest = rest.subarray(end + HEADER_END.length);
    place = 'content';
    return true;
  };

  const isOver = () => place === 'end';

  const push = (chunk: Buffer): void => {
    if (isOver()) return;
    rest = Buffer.concat([rest, chunk]);
    while (place === 'content' ? skipContent() : readHeader());
    if (isOver()) rest = Buffer.alloc(0);
  };
  return { push, count: () => count };
}

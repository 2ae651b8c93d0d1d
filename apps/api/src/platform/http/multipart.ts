import type { Endpoint } from '@minga/contract/endpoint';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, invalid, tooLarge } from '../errors.ts';
import type { Upload } from './upload-places.ts';

/** The maximum size of one part's headers. Browsers send less than 1 kB; the parser would silently truncate headers beyond 80 kB. */
const HEADER_BYTES = 16_384;
const HEADER_END = '\r\n\r\n';
const CLOSING = '--';

/** Header lines: each has a name and a value, or continues the line before it, and contains no control characters. */
const HEADER_LINES = /^(?:\r\n(?:[!-9;-~\x80-\xff][\t -9;-~\x80-\xff]*:|[\t ])[\t -~\x80-\xff]*)+$/;

/** The name of the file, which may contain any characters, since it is ignored. */
const FILE_NAME = /filename="[^"\r\n]*"/i;

interface PartHeaders {
  /** Processes the next bytes of the body. */
  readonly push: (chunk: Buffer) => void;
  /** The number of parts so far, or null if the header block of a part is too long, malformed or does not end. */
  readonly count: () => number | null;
}

/** Counts the parts of a multipart body while it arrives, including those that the parser drops without an error. */
function scanPartHeaders(contentType: string): PartHeaders {
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

  /** Advances to the next delimiter. Returns false if more bytes are needed. */
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

const FIELDS = 40;
/** The maximum size of all text fields of a form, the same as that of a JSON body. */
const TEXT_BYTES = 100_000;

/** The endpoint's field for files, if it accepts files, and their maximum number. */
type Form = Pick<Endpoint, 'fileField' | 'filesMax'>;

type Fields = Record<string, string | string[]>;

const tooManySentence = (code: string, { filesMax = 1 }: Form): string | undefined =>
  ({
    FST_FILES_LIMIT: filesMax === 1 ? 'Envía un solo archivo' : `Envía como máximo ${filesMax} imágenes`,
    FST_FIELDS_LIMIT: `Envía como máximo ${FIELDS} campos`,
  })[code];

/**
 * Reads a multipart body: text fields become the body, the files in `fileField` become `request.uploads`. Their memory is released when
 * reading fails, when the handler ends (`route.ts`), or when the connection of the response closes without a handler.
 */
export async function readMultipart(request: FastifyRequest, reply: FastifyReply, form: Form): Promise<void> {
  const upload = request.server.uploadPlaces.open(request.session?.user.id ?? '');
  request.upload = upload;
  reply.raw.once('close', () => {
    if (!request.isHandling) upload.close();
  });
  try {
    // If the connection is lost already, no event would end the reading.
    if (reply.raw.closed || request.raw.destroyed) throw incomplete();
    request.body = await Promise.race([readParts(request, form, upload), upload.evicted]);
    request.uploads = upload.finish();
  } catch (error) {
    upload.close();
    // The rest is read and dropped, within the limits of `body-deadlines.ts`: some clients read the response only after the whole body.
    request.raw.unpipe();
    request.raw.resume();
    throw toAppError(error, form);
  }
}

function toAppError(error: unknown, form: Form): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const tooMany = 'code' in error && tooManySentence(String(error.code), form);
  if (tooMany) return invalid([tooMany]);
  // The parser's own errors (missing boundary, truncated body) have no status.
  return 'statusCode' in error ? error : incomplete();
}

const incomplete = () => invalid(['El formulario llegó incompleto. Intenta de nuevo.']);

const unreadable = () => invalid(['No pudimos leer el formulario. Intenta de nuevo.']);

/** Throws 400 if the parser has dropped a part, which it does to parts with unreadable headers, or if the body has no parts. */
async function readParts(request: FastifyRequest, form: Form, upload: Upload): Promise<Fields> {
  const headers = scanPartHeaders(request.headers['content-type'] ?? '');
  request.raw.on('data', headers.push);
  try {
    const { fields, parts } = await collectParts(request, form, upload);
    if (parts === 0 || parts !== headers.count()) throw unreadable();
    return fields;
  } finally {
    request.raw.off('data', headers.push);
  }
}

async function collectParts(
  request: FastifyRequest,
  { fileField, filesMax = 1 }: Form,
  upload: Upload,
): Promise<{ fields: Fields; parts: number }> {
  const fields: Fields = {};
  let parts = 0;
  let textBytes = 0;
  const limits = {
    fileSize: Number.POSITIVE_INFINITY,
    files: filesMax,
    fields: FIELDS,
    fieldSize: TEXT_BYTES,
  };
  for await (const part of request.parts({ limits })) {
    parts++;
    if (part.fieldname === undefined) throw unreadable();
    if (part.type === 'field') {
      const value = String(part.value);
      textBytes += Buffer.byteLength(value);
      if (part.valueTruncated || textBytes > TEXT_BYTES) throw tooLarge('El texto es demasiado largo');
      const former = fields[part.fieldname];
      // Only forms with several files have fields with several values.
      fields[part.fieldname] = filesMax === 1 || former === undefined ? value : [former, value].flat();
      continue;
    }
    if (fileField === undefined) throw invalid(['Este formulario no recibe archivos']);
    if (part.fieldname !== fileField) throw invalid([`El archivo debe venir en el campo «${fileField}»`]);
    upload.startFile();
    // A form with an empty file input sends the part without bytes.
    for await (const chunk of part.file) upload.append(chunk as Buffer);
  }
  return { fields, parts };
}

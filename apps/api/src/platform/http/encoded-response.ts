import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from './content-encoding.ts';
import { contentEtag } from './etag.ts';

/** Smaller bodies are sent uncompressed, as in server.ts. */
const COMPRESSION_THRESHOLD = 1024;
/** Higher qualities take much longer for little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const compressors = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} satisfies Record<Exclude<ContentEncoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>;

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderList = readonly string[];

export interface Content {
  readonly body: string;
  readonly type: string;
  readonly headers: HeaderList;
}

/** The bytes and headers of a response with status 200, without the headers of a single request. */
export interface EncodedResponse {
  readonly body: Buffer;
  readonly type: string;
  /** Without quotes. */
  readonly etag: string;
  /** Sent with status 304 too. */
  readonly headers: HeaderList;
  /** Headers of the body. */
  readonly contentHeaders: HeaderList;
}

export function encodeIdentity({ body, type, headers }: Content): EncodedResponse {
  const bytes = Buffer.from(body);
  // `cookie`: a session may get another response.
  const vary = bytes.length < COMPRESSION_THRESHOLD ? 'cookie' : 'cookie, accept-encoding';
  return withBody(bytes, { type, etag: contentEtag(bytes), headers: [...headers, 'vary', vary] });
}

/** Compresses an identity response outside the event loop; a small one is returned as it is. */
export async function compress(
  identity: EncodedResponse,
  encoding: ContentEncoding,
): Promise<EncodedResponse> {
  if (encoding === 'identity' || identity.body.length < COMPRESSION_THRESHOLD) return identity;
  // Copied: the buffer from zlib is a slice of a larger one, which it would retain.
  const bytes = Buffer.from(await compressors[encoding](identity.body));
  const { type, headers, etag } = identity;
  return withBody(bytes, { type, headers, etag: `${etag}-${encoding}` }, 'content-encoding', encoding);
}

const withBody = (
  body: Buffer,
  response: Pick<EncodedResponse, 'type' | 'etag' | 'headers'>,
  ...more: string[]
): EncodedResponse => ({
  ...response,
  body,
  contentHeaders: ['content-type', response.type, 'content-length', String(body.length), ...more],
});

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ContentEncoding } from './content-encoding.ts';
import { contentEtag } from './etag.ts';

/** Smaller ones go as they are, as in server.ts. */
const WORTH_CODING = 1024;
/** Beyond this brotli takes much longer for little. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

const coders = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, BROTLI),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
} satisfies Record<Exclude<ContentEncoding, 'identity'>, (bytes: Buffer) => Promise<Buffer>>;

/** Names and values in turn, as `writeHead` takes them. */
export type HeaderLines = readonly string[];

/** A reply in one coding, finished but for what is each request's own. */
export interface EncodedResponse {
  /** Each coding has another, since its bytes are others. Without quotes. */
  readonly tag: string;
  readonly body: Buffer;
  readonly headers: HeaderLines;
  /** For who has it already. */
  readonly headersOf304: HeaderLines;
}

/** The codings of one reply. Each is made when it is first asked for, and once. */
export interface ResponseEncodings {
  /** Undefined: not made yet. */
  ready(coding: ContentEncoding): EncodedResponse | undefined;
  make(coding: ContentEncoding): Promise<EncodedResponse>;
}

export interface Content {
  readonly body: string;
  readonly type: string;
  /** Those that all its codings have. */
  readonly headers: HeaderLines;
}

/** `grown` is told of the bytes of each coding as it is made, but for the first, 'identity'. */
export function encodeResponse(
  { body, type, headers }: Content,
  grown: (bytes: number) => void,
): ResponseEncodings {
  const plain = Buffer.from(body);
  const contentsTag = contentEtag(plain);
  const hasCodings = plain.length >= WORTH_CODING;
  // Told apart from what a session would see.
  const vary = hasCodings ? 'cookie, accept-encoding' : 'cookie';
  const identity = finished(plain, contentsTag);
  const made = new Map<ContentEncoding, EncodedResponse>();
  const making = new Map<ContentEncoding, Promise<EncodedResponse>>();

  function finished(bytes: Buffer, tag: string, ...more: string[]): EncodedResponse {
    const headersOf304 = [...headers, 'etag', `"${tag}"`, 'vary', vary];
    const ofBody = ['content-type', type, 'content-length', String(bytes.length), ...more];
    return { tag, body: bytes, headers: [...headersOf304, ...ofBody], headersOf304 };
  }

  async function code(coding: Exclude<ContentEncoding, 'identity'>): Promise<EncodedResponse> {
    // Copied: what zlib gives keeps a larger piece of memory alive.
    const bytes = Buffer.from(await coders[coding](plain));
    const reply = finished(bytes, `${contentsTag}-${coding}`, 'content-encoding', coding);
    made.set(coding, reply);
    grown(bytes.length);
    return reply;
  }

  return {
    ready: coding => (coding === 'identity' || !hasCodings ? identity : made.get(coding)),
    async make(coding) {
      if (coding === 'identity' || !hasCodings) return identity;
      const known = made.get(coding) ?? making.get(coding);
      if (known !== undefined) return known;
      const promise = code(coding).finally(() => making.delete(coding));
      making.set(coding, promise);
      return promise;
    },
  };
}

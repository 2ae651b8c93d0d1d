import { promises as dns, type LookupAddress } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { isPublicAddress, isTrustedHost, problemOf } from './public-address.ts';

/** Resolves a host name to its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export const resolveHost: Resolve = hostname => dns.lookup(hostname, { all: true });

export class PrivateAddressError extends Error {}

export interface GuardedRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Record<string, string>;
  /** The body of a POST. */
  readonly body?: string;
}

export interface Guard {
  /** Hosts that may have any address, with or without their port (`WEBHOOK_HOSTS`). */
  readonly trustedHosts: readonly string[];
  readonly resolve: Resolve;
  readonly signal: AbortSignal;
}

/**
 * Sends a request to an address that a user or another server has named, and returns the response without its body. The connection uses
 * the addresses that were resolved and checked for it, which prevents DNS rebinding. Follows no redirects. Throws a PrivateAddressError if
 * the server must not send there.
 */
export async function sendGuarded(
  { method, url: address, headers, body }: GuardedRequest,
  { trustedHosts, resolve, signal }: Guard,
): Promise<IncomingMessage> {
  // Checks the address again, because the settings may have changed and Node does not call `lookup` for literal IP addresses.
  if (problemOf(address, trustedHosts) !== null) throw new PrivateAddressError();
  const url = new URL(address);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((done, fail) => {
    const request = send(url, {
      method,
      agent: false,
      signal,
      headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      lookup: checkedLookup(resolve, isTrustedHost(url, trustedHosts)),
    });
    request.on('response', done).on('error', fail).end(body);
  });
}

/** Passes a name's addresses to the connection, or an error if one of them is not public. */
const checkedLookup =
  (resolve: Resolve, isTrusted: boolean): LookupFunction =>
  (hostname, { all }, callback) => {
    resolve(hostname).then(
      addresses => {
        const [first] = addresses;
        const isAllowed = isTrusted || addresses.every(({ address }) => isPublicAddress(address));
        if (first === undefined || !isAllowed) callback(new PrivateAddressError(), '');
        else if (all === true) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      error => callback(error, ''),
    );
  };

/** The value of `Accept-Encoding` for responses that `readBody` reads. */
export const READABLE_ENCODINGS = 'gzip, deflate, br';

const DECODERS: Readonly<
  Record<string, () => ReturnType<typeof createGunzip | typeof createBrotliDecompress>>
> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Returns the unpacked body of a response, or null if it is longer than `bytesMax`. Throws if it breaks off. */
export async function readBody(response: IncomingMessage, bytesMax: number): Promise<Uint8Array | null> {
  const decoder = DECODERS[response.headers['content-encoding']?.trim().toLowerCase() ?? '']?.();
  const body = decoder === undefined ? response : pipeline(response, decoder, () => undefined);
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += (chunk as Buffer).length;
      if (length > bytesMax) return null;
      chunks.push(chunk as Buffer);
    }
  } finally {
    response.destroy();
  }
  if (!response.complete) throw new Error('the body broke off');
  return Buffer.concat(chunks);
}

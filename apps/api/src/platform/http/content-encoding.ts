import type { IncomingHttpHeaders } from 'node:http';
import { negotiate } from '@fastify/accept-negotiator';

export type ContentEncoding = 'br' | 'gzip' | 'identity';

const SUPPORTED: ContentEncoding[] = ['br', 'gzip', 'identity'];

/** `*` comes from old proxies that know gzip at least; `x-gzip` is an alias (RFC 9110, 8.4.1.3). */
const GZIP_ALIAS = /\*|x-gzip/g;

/** The best encoding that `Accept-Encoding` allows, by the rules of @fastify/compress, which encodes all other responses. */
export function negotiateEncoding({
  'accept-encoding': accepted = '',
}: IncomingHttpHeaders): ContentEncoding {
  const header = String(accepted).toLowerCase().replaceAll(GZIP_ALIAS, 'gzip');
  return negotiate(header, SUPPORTED) ?? 'identity';
}

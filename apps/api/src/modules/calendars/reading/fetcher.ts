import {
  READABLE_ENCODINGS,
  type Resolve,
  readBody,
  resolveHost,
  sendGuarded,
} from '../../../platform/http/guarded-request.ts';
import { problemOf } from '../../../platform/http/public-address.ts';

const BYTES_MAX = 2 * 1024 * 1024;
const REDIRECTS_MAX = 3;

export interface Fetching {
  readonly resolve: Resolve;
  /** Timeout of all requests of one reading together, in milliseconds. */
  readonly timeoutMs: number;
  /** Aborts the request when the process stops. */
  readonly stop?: AbortSignal | undefined;
}

export const FETCHING: Fetching = {
  resolve: resolveHost,
  timeoutMs: 20_000,
};

/** The headers of the file that was last read well. */
export interface Version {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export type Fetched =
  | ({ readonly kind: 'file'; readonly bytes: Uint8Array } & Version)
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'failed'; readonly sentence: string };

const failed = (sentence: string): Fetched => ({ kind: 'failed', sentence });

const HEADER_MAX = 500;

/**
 * Fetches a calendar over HTTPS, from public addresses only unless `trustedHosts` has the host. Each of at most three redirects is checked
 * like the address. Reads at most 2 MB, measured after decompression.
 */
export async function fetchCalendar(
  address: string,
  version: Version,
  trustedHosts: readonly string[],
  { resolve, timeoutMs, stop }: Fetching = FETCHING,
): Promise<Fetched> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop]);
  let current = address;
  try {
    for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
      if (problemOf(current, trustedHosts) !== null)
        return failed(redirects === 0 ? PRIVATE : WRONG_REDIRECT);
      const response = await sendGuarded(
        { method: 'GET', url: current, headers: headersOf(version) },
        { trustedHosts, resolve, signal },
      );
      const { statusCode: status = 0, headers } = response;
      if (status >= 300 && status < 400 && status !== 304 && headers.location !== undefined) {
        response.destroy();
        const next = URL.parse(headers.location, current);
        if (next === null) return failed(WRONG_REDIRECT);
        current = httpsAddress(next.href);
        continue;
      }
      if (status === 304 || status !== 200) response.destroy();
      if (status === 304) return { kind: 'unchanged' };
      if (status !== 200)
        return failed(`El servidor del calendario respondió con el código ${status}, no con el calendario`);
      const bytes = await readBody(response, BYTES_MAX);
      if (bytes === null) return failed('El calendario tiene más de 2 MB');
      const { etag = null, 'last-modified': lastModified = null } = headers;
      return { kind: 'file', bytes, etag: short(etag), lastModified: short(lastModified) };
    }
    return failed('La dirección del calendario redirige más de 3 veces');
  } catch {
    // The error may hold the address, so that it is neither logged nor stored.
    return failed(timeout.aborted ? 'El servidor del calendario no respondió en 20 segundos' : UNREACHABLE);
  }
}

const PRIVATE = 'La dirección del calendario no es de un servidor público de internet';
const WRONG_REDIRECT = 'La dirección del calendario redirige a otra que no podemos leer';
const UNREACHABLE = 'No pudimos conectar con el servidor del calendario';

/** `webcal:` is read as https. */
export const httpsAddress = (address: string): string => address.replace(/^webcals?:/i, 'https:');

const short = (header: string | null): string | null =>
  header !== null && header.length <= HEADER_MAX ? header : null;

const headersOf = ({ etag, lastModified }: Version): Record<string, string> => ({
  accept: 'text/calendar, */*;q=0.5',
  'accept-encoding': READABLE_ENCODINGS,
  'user-agent': 'calendar-reader',
  ...(etag !== null && { 'if-none-match': etag }),
  ...(lastModified !== null && { 'if-modified-since': lastModified }),
});

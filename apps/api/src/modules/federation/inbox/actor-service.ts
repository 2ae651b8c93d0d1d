import {
  READABLE_ENCODINGS,
  readBody,
  resolveHost,
  sendGuarded,
} from '../../../platform/http/guarded-request.ts';
import type { Platform } from '../../../platform/platform.ts';
import { siteKey } from '../key-service.ts';
import { userAgentOf } from '../rules.ts';
import { signedHeaders } from '../signature-rules.ts';
import { type Actor, hostOf, parseJson, readActor } from './rules.ts';

const BYTES_MAX = 256 * 1024;
const REDIRECTS_MAX = 2;
/** The time for all requests. */
const TIMEOUT_MS = 10_000;

export type Found =
  | { readonly kind: 'actor'; readonly actor: Actor }
  /** The server says that the actor was deleted (410). */
  | { readonly kind: 'gone' }
  /** The server knows no such actor (404). */
  | { readonly kind: 'missing' }
  /** The server did not respond, or not with the actor and the key. */
  | { readonly kind: 'unknown' };

/**
 * Fetches the actor with an id. Its own document says which key signs for it, and not the address in `keyId`: other documents of its
 * server, such as uploaded files, prove nothing. The request is signed, as some servers demand, and guarded as those of webhooks are.
 */
export async function fetchActor(
  platform: Platform,
  id: string,
  keyId: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Found> {
  try {
    const { status, document } = await fetchDocument(platform, id, AbortSignal.timeout(timeoutMs));
    if (status === 410) return { kind: 'gone' };
    if (status === 404) return { kind: 'missing' };
    const actor = readActor(document, id, keyId);
    return actor === null ? { kind: 'unknown' } : { kind: 'actor', actor };
  } catch {
    // The other server's error, which says nothing about ours.
    return { kind: 'unknown' };
  }
}

interface Fetched {
  readonly status: number;
  /** Undefined unless the response is successful and JSON. */
  readonly document?: unknown;
}

/** Fetches a JSON document of at most 256 kB, and follows redirects on its own host. Throws if that fails. */
async function fetchDocument(platform: Platform, address: string, signal: AbortSignal): Promise<Fetched> {
  const { settings, publicUrl, clock } = platform;
  const { keyId, privateKey } = await siteKey(platform);
  const guard = { trustedHosts: settings.webhookHosts, resolve: resolveHost, signal };
  let url = new URL(address);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const headers = {
      ...signedHeaders({ url, keyId, privateKey, now: clock() }),
      accept: 'application/activity+json',
      'accept-encoding': READABLE_ENCODINGS,
      'user-agent': userAgentOf(publicUrl),
    };
    const response = await sendGuarded({ method: 'GET', url: url.href, headers }, guard);
    const { statusCode: status = 0, headers: received } = response;
    const next = status >= 300 && status < 400 ? URL.parse(received.location ?? '', url.href) : null;
    if (next !== null && hostOf(next.href) === url.host) {
      response.destroy();
      url = next;
      continue;
    }
    if (status !== 200 || !/^application\/([\w.+-]+\+)?json\b/i.test(received['content-type'] ?? '')) {
      response.destroy();
      return { status };
    }
    const bytes = await readBody(response, BYTES_MAX);
    return { status, ...(bytes !== null && { document: parseJson(bytes) }) };
  }
  return { status: 0 };
}

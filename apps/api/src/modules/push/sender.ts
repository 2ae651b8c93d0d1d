import webPush from 'web-push';
import type { PushKeys, SubscriptionRow } from './repository.ts';
import { areValidKeys } from './rules.ts';

/** The push service drops a push that it could not deliver within this time. The bell still contains the notification. */
const TTL_SECONDS = 24 * 60 * 60;
const TIMEOUT_MS = 10_000;

/**
 * `gone`: the browser has ended the subscription, or its keys are invalid. `rejected`: a retry is unlikely to succeed. `failed`:
 * the error is temporary.
 */
export type PushOutcome = 'delivered' | 'gone' | 'rejected' | 'failed';

interface Sender {
  readonly keys: PushKeys;
  /** The contact address for push services, as 'mailto:…'. */
  readonly contact: string;
}

/**
 * Encrypts a payload for a browser (RFC 8291), signs the request (RFC 8292) and sends it to the push service. Follows no
 * redirects. A later push with the same topic replaces one that is not delivered yet.
 */
export async function sendPush(
  { endpoint, p256dh, auth }: Pick<SubscriptionRow, 'endpoint' | 'p256dh' | 'auth'>,
  { payload, topic }: { readonly payload: string; readonly topic: string | null },
  { keys, contact }: Sender,
): Promise<PushOutcome> {
  if (!areValidKeys({ p256dh, auth })) return 'gone';
  const { method, headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    payload,
    {
      TTL: TTL_SECONDS,
      ...(topic !== null && { topic }),
      contentEncoding: 'aes128gcm',
      vapidDetails: { subject: contact, ...keys },
    },
  );
  try {
    const response = await fetch(endpoint, {
      method,
      headers: headers as Record<string, string>,
      body: body === null ? null : new Uint8Array(body),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return 'delivered';
    return outcomeOf(response.status);
  } catch {
    return 'failed';
  }
}

/** Statuses that are not caused by the subscription: timeouts, rate limits and a payload that is too large. */
const TEMPORARY = new Set([408, 413, 425, 429]);

function outcomeOf(status: number): PushOutcome {
  if (status === 404 || status === 410) return 'gone';
  return status >= 400 && status < 500 && !TEMPORARY.has(status) ? 'rejected' : 'failed';
}

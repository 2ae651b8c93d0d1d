import { createHash, ECDH } from 'node:crypto';
import type { NotificationType } from '@minga/contract/notifications';

const SECOND_MS = 1000;

/** The time when a new notification is pushed. An open screen that shows it earlier prevents the push. */
export const dueAfter = (createdAt: Date): Date => new Date(createdAt.getTime() + 3 * SECOND_MS);

/** Delay of the first retry. It doubles with each attempt: 30 s, 1 min, 2 min …, for about two hours in total. */
const FIRST_RETRY_MS = 30 * SECOND_MS;
export const ATTEMPTS_MAX = 9;

/** The time of the next attempt if the current one fails or its process is killed; `attempts` includes the current one. */
export const retryAt = (now: Date, attempts: number): Date =>
  new Date(now.getTime() + FIRST_RETRY_MS * 2 ** (attempts - 1));

/** The hosts of the browsers' push services. A leading dot matches all subdomains. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  '.notify.windows.com',
  '.push.apple.com',
];

/**
 * Whether the server may send pushes to an endpoint: HTTPS at a known push service, or a host of `PUSH_HOSTS` (with its port),
 * which may use plain HTTP. The check prevents server-side request forgery (SSRF).
 */
export function isPushService(endpoint: string, ownHosts: readonly string[]): boolean {
  const { protocol, host, hostname, port, username, password } = new URL(endpoint);
  if (username !== '' || password !== '') return false;
  if (ownHosts.includes(host)) return protocol === 'https:' || protocol === 'http:';
  const isKnown = KNOWN_HOSTS.some(known =>
    known.startsWith('.') ? hostname.endsWith(known) : hostname === known,
  );
  return isKnown && protocol === 'https:' && port === '';
}

/** Concurrent attempts of one process: to one device, to the devices of one account, to one push service, to failing devices. */
export const DEVICE_ATTEMPTS = 3;
export const ACCOUNT_ATTEMPTS = 5;
export const HOST_ATTEMPTS = 30;
export const FAILING_ATTEMPTS = 20;

const FAILING_MS_MAX = 7 * 24 * 60 * 60 * SECOND_MS;

/** Whether a subscription has failed for so long that it is removed. */
export const isLost = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= FAILING_MS_MAX;

const AUTH_BYTES = 16;
const P256DH_BYTES = 65;
const UNCOMPRESSED = 4;

/** Whether payloads can be encrypted for a browser (RFC 8291): its key is a point of P-256, and its secret has 16 bytes. */
export function areValidKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES) return false;
  if (point.length !== P256DH_BYTES || point[0] !== UNCOMPRESSED) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

const TEXT_MAX = 600;

/** The content of a push as JSON. The text is truncated, because the encrypted payload is limited to 4 kB. */
export const payloadOf = ({ id, title, message, taskId }: Pushed): string =>
  JSON.stringify({ id, title, message: [...message].slice(0, TEXT_MAX).join(''), taskId });

export interface Pushed {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  readonly taskId: string | null;
}

/** Types of which an offline device receives only the newest push of an activity. The bell contains all. */
const topics: Partial<Record<NotificationType, string>> = {
  attendance: 'attendance',
  cancellation: 'attendance',
  change: 'change',
};

/**
 * The topic of a push, or null. Of several pushes with one topic the push service delivers only the newest to an offline device
 * (RFC 8030 section 5.4). Each device has its own topics, so that the push service cannot correlate the attendees of an activity.
 * Only the first attempt has a topic, because a retry would replace a newer push.
 */
export function topicOf(
  { type, taskId }: { readonly type: NotificationType; readonly taskId: string | null },
  { subscriptionId, attempts }: { readonly subscriptionId: string; readonly attempts: number },
): string | null {
  const topic = topics[type];
  if (topic === undefined || taskId === null || attempts > 1) return null;
  return createHash('sha256')
    .update(`${subscriptionId} ${topic} ${taskId}`)
    .digest('base64url')
    .slice(0, TOPIC_LENGTH);
}

/** The maximum length of a topic in RFC 8030, in characters of the URL-safe base64 alphabet. */
const TOPIC_LENGTH = 32;

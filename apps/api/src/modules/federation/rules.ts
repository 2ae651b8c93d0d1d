import type { Category } from '@minga/contract/topics';
import type { MessageFailure } from '../../platform/http/guarded-message.ts';
import { escapeMarkup } from '../../platform/markup.ts';

/** The facts of an activity that readers must hear about. */
export interface SentFacts {
  /** The local time with its offset. */
  readonly startTime: string;
  readonly place: string;
  readonly isCancelled: boolean;
}

/** Why a delivery failed: 'hidden' if its activity was withdrawn before it was sent. */
export type Failure = MessageFailure | 'hidden';

/** The site's name in its address on other servers, '@minga@example.org' (docs/rules.md R27.1). */
export const ACTOR_NAME = 'minga';

/** The `User-Agent` of requests to other servers, which names the program and the site. */
export const userAgentOf = (publicUrl: string): string => `minga (+${publicUrl}/)`;

export const ACTOR_PATH = '/ap/sitio';
export const OUTBOX_PATH = `${ACTOR_PATH}/outbox`;
export const FOLLOWERS_PATH = `${ACTOR_PATH}/followers`;
export const INBOX_PATH = '/ap/inbox';
export const OBJECTS_PATH = '/ap/actividades';
export const NOTES_PATH = '/ap/notas';
export const NODEINFO_PATH = '/nodeinfo/2.1';

/** The path of an activity's document. Each publication after a `Delete` has its own, since servers never accept a deleted id again. */
export const objectPath = (activityId: string, version: number): string =>
  `${OBJECTS_PATH}/${activityId}${version === 1 ? '' : `-${version}`}`;

const OBJECT = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?:-([1-9]\d{0,4}))?$/;

/** The activity and the version that the last segment of an `objectPath` names, or null if it is no such segment. */
export function parseObject(
  segment: string,
): { readonly activityId: string; readonly version: number } | null {
  const [, activityId, suffix] = OBJECT.exec(segment) ?? [];
  if (activityId === undefined || suffix === '1') return null;
  return { activityId, version: suffix === undefined ? 1 : Number(suffix) };
}

/** The categories of Mobilizon that correspond to those of the site. */
const CATEGORIES: Record<Category, string> = {
  ambiente: 'OUTDOORS_ADVENTURE',
  educacion: 'LEARNING',
  salud: 'HEALTH',
  alimentacion: 'FOOD_DRINK',
  cultura: 'LANGUAGE_CULTURE',
  deporte: 'SPORTS',
  animales: 'PETS',
  infancia: 'FAMILY_EDUCATION',
  mayores: 'COMMUNITY',
  vivienda: 'CAUSES',
  emergencia: 'CAUSES',
  otra: 'MEETING',
};

export const mobilizonCategory = (category: Category | null): string =>
  category === null ? 'MEETING' : CATEGORIES[category];

/** Converts plain text to HTML: empty lines separate paragraphs. */
export const htmlOf = (text: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .filter(paragraph => paragraph.trim() !== '')
    .map(paragraph => `<p>${escapeMarkup(paragraph.trim()).replaceAll(/\s*\n\s*/g, '<br>')}</p>`)
    .join('');

/** Shortens a text at a word. */
export function excerptOf(text: string, max: number): string {
  const plain = text.replaceAll(/\s+/g, ' ').trim();
  if (plain.length <= max) return plain;
  const cut = plain.slice(0, max);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), max / 2)).trimEnd()}…`.toWellFormed();
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Readers of software without updates hear of a change when attendees do, ten minutes after the first of several edits. */
export const noteDueAt = (firstEdit: Date): Date => new Date(firstEdit.getTime() + 10 * MINUTE_MS);

/** Delays after the first, second … attempt, in minutes. The last delay repeats. */
const BACKOFF_MINUTES = [1, 5, 30, 120, 360, 720];
const DELIVERY_MS = 2 * DAY_MS;
const FOLLOW_MS = 7 * DAY_MS;

/** Concurrent attempts of one process: to one server, to one failing server, and to all failing servers. */
export const PEER_ATTEMPTS = 5;
export const FAILING_PEER_ATTEMPTS = 1;
export const FAILING_ATTEMPTS = 20;

export const MESSAGE_RETENTION_MS = 7 * DAY_MS;
export const TOMBSTONE_RETENTION_MS = 365 * DAY_MS;

/** Whether retries of a delivery end with the attempt that started at `now` (docs/rules.md R27.5). */
export const isLastAttempt = (firstAttemptAt: Date, now: Date): boolean =>
  now.getTime() - firstAttemptAt.getTime() >= DELIVERY_MS;

/**
 * The time of the next attempt if the current one fails or its process is killed; `attempts` includes the current one. The last attempt
 * is two days after the first.
 */
export function retryAt(now: Date, attempts: number, firstAttemptAt: Date): Date {
  const minutes = BACKOFF_MINUTES[Math.min(attempts, BACKOFF_MINUTES.length) - 1] ?? 1;
  const next = now.getTime() + minutes * MINUTE_MS;
  const last = firstAttemptAt.getTime() + DELIVERY_MS;
  return new Date(last > now.getTime() ? Math.min(next, last) : next);
}

/** The earliest time of a server's next delivery after a failure. */
export const resumesAt = (now: Date): Date => new Date(now.getTime() + MINUTE_MS);

interface PeerFailures {
  readonly failingSince: Date | null;
  readonly resumesAt: Date | null;
}

/**
 * Since when a server fails that fails now. Two days without an attempt start again, since retries end after two days: a server that was
 * away and got nothing afterwards may have worked in between.
 */
export const failingSince = (peer: PeerFailures, now: Date): Date =>
  peer.failingSince !== null &&
  peer.resumesAt !== null &&
  now.getTime() - peer.resumesAt.getTime() < DELIVERY_MS
    ? peer.failingSince
    : now;

/** Whether a server has failed for a week, which ends the follows from it. */
export const hasFailedForAWeek = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= FOLLOW_MS;

/** The fate of a delivery with a response status, or with null if there was no response (docs/rules.md R27.5). */
export function fateOf(status: number | null): 'delivered' | 'gone' | 'refused' | 'retried' {
  if (status === null) return 'retried';
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  const isTemporary = status === 408 || status === 429;
  return status >= 400 && status < 500 && !isTemporary ? 'refused' : 'retried';
}

/** For how long NodeInfo is believed: a name, that there is none, and that it does not respond. */
const NAME_MS = 7 * DAY_MS;
const NO_NAME_MS = HOUR_MS;
const NO_RESPONSE_MS = 10_000;

/** Whether NodeInfo is asked for before a delivery. */
export function isSoftwareStale(
  {
    software,
    softwareCheckedAt,
  }: { readonly software: string | null; readonly softwareCheckedAt: Date | null },
  now: Date,
): boolean {
  if (softwareCheckedAt === null) return true;
  const age = now.getTime() - softwareCheckedAt.getTime();
  if (software === null) return age >= NO_RESPONSE_MS;
  return age >= (software === '' ? NO_NAME_MS : NAME_MS);
}

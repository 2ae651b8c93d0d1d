import { isObject, type Json } from './activity-problems.ts';

/** An entry that a server shows to its readers. */
export interface Shown {
  readonly id: string;
  readonly type: 'Event' | 'Note';
  /** The object as it was received. */
  readonly object: Json;
}

/** The behaviour of a server for an activity of another that it follows. */
interface Surroundings {
  /** The objects that it shows. Software changes them. */
  readonly shown: Shown[];
  /** The ids of what it has and does not list. Software changes it. */
  readonly unlisted: Set<string>;
  /** Whether its administrator trusts the sender, which only Gancio needs. */
  readonly isTrusted: boolean;
  /** Fetches an object of another server. */
  fetchObject(id: string): Promise<{ readonly status: number; readonly object: Json | null }>;
}

/** Takes an activity and returns the status of the response. */
type Receive = (activity: Json, surroundings: Surroundings) => Promise<number> | number;

/** How the software of a server treats the activities of a Minga, by its name in NodeInfo in lower case. Others show what they get. */
export const receiverOf = (software: string | null): Receive =>
  ({ mastodon, mobilizon, gancio })[software?.toLowerCase() ?? ''] ?? plain;

function plain({ type, object }: Json, { shown }: Surroundings): number {
  if (type === 'Create') add(shown, object);
  if (type === 'Update') replace(shown, object);
  if (type === 'Delete') remove(shown, object);
  return 202;
}

/** Mastodon ignores the `Update` of an `Event` (app/lib/activitypub/activity/update.rb). */
async function mastodon(activity: Json, { shown, fetchObject }: Surroundings): Promise<number> {
  const { type, object } = activity;
  if (type === 'Create') add(shown, object);
  if (type === 'Delete') remove(shown, object);
  // It shows a repetition even of what it has.
  if (type === 'Announce') shown.push(...shownOf((await fetchObject(String(object))).object));
  return 202;
}

/**
 * Mobilizon 5.1.3 (lib/federation/activity_pub/transmogrifier.ex) lists only what a followed relay announces, after fetching it, and a second
 * time what it has got by a `Create` as well. Before it deletes an event it fetches that: only 410 means that it is gone.
 */
async function mobilizon(
  { type, object }: Json,
  { shown, unlisted, fetchObject }: Surroundings,
): Promise<number> {
  if (type === 'Create') unlisted.add(idOf(object));
  if (type === 'Update') replace(shown, object);
  if (type === 'Announce') {
    const { object: fetched } = await fetchObject(String(object));
    if (fetched?.id !== object) return 200;
    add(shown, fetched);
    if (unlisted.has(String(object))) shown.push(...shownOf(fetched));
  }
  if (type === 'Delete' && (await fetchObject(idOf(object))).status === 410) remove(shown, object);
  return 200;
}

/** Gancio 1.21.0 (server/federation/inbox.js, events.js, helpers.js). */
function gancio({ type, object }: Json, { shown, isTrusted }: Surroundings): number {
  if (type === 'Accept') return 202;
  const has = shown.some(({ id }) => id === idOf(object));
  if (!isTrusted || !isObject(object)) return 404;
  if (type === 'Delete') {
    if (object.formerType !== 'Event' || !has) return 404;
    remove(shown, object);
    return 201;
  }
  if (object.type !== 'Event') return object.type === 'Note' ? 201 : 404;
  const { tag, attachment, content } = object;
  if (type === 'Update') {
    if (!has) return 404;
    if (!Array.isArray(attachment) || !Array.isArray(tag) || typeof content !== 'string') return 500;
    replace(shown, object);
    return 201;
  }
  if (type !== 'Create') return 404;
  const isParsed =
    ['name', 'startTime', 'id'].every(key => Boolean(object[key])) &&
    Array.isArray(tag) &&
    (attachment === undefined ||
      (Array.isArray(attachment) && attachment.every(each => typeof each.mediaType === 'string')));
  if (!isParsed) return 400;
  add(shown, object);
  return 201;
}

const idOf = (object: unknown): string => String(isObject(object) ? object.id : object);

function shownOf(object: unknown): Shown[] {
  if (!isObject(object) || (object.type !== 'Event' && object.type !== 'Note')) return [];
  return [{ id: String(object.id), type: object.type, object }];
}

/** A server takes an object once, by its id. */
function add(shown: Shown[], object: unknown): void {
  if (!shown.some(({ id }) => id === idOf(object))) shown.push(...shownOf(object));
}

function replace(shown: Shown[], object: unknown): void {
  for (const [index, { id }] of shown.entries())
    if (id === idOf(object)) shown.splice(index, 1, ...shownOf(object));
}

function remove(shown: Shown[], object: unknown): void {
  const others = shown.filter(({ id }) => id !== idOf(object));
  shown.splice(0, shown.length, ...others);
}

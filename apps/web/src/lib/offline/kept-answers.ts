import { clear, createStore, delMany, entries, get, setMany } from 'idb-keyval';

/** An answer of the server as it was kept in this browser. */
export interface KeptAnswer {
  /** Id of whom it was given to; null: to a visitor. */
  readonly owner: string | null;
  /** When it came, in milliseconds. */
  readonly at: number;
  readonly data: unknown;
}

const DAY_MS = 24 * 60 * 60 * 1000;
export const KEPT_MS = 30 * DAY_MS;
/** Lists, and each activity that was seen in one. */
export const KEPT_MAX = 300;
/** Filled by the service worker (service-worker/pictures.ts). */
const PICTURES = 'minga-pictures';

const store = createStore('minga-offline', 'answers');

/** Fails where the browser keeps nothing. */
export const storeAnswers = (named: (readonly [name: string, answer: KeptAnswer])[]): Promise<void> =>
  setMany(
    named.map(([name, answer]) => [name, answer]),
    store,
  );

/** What was kept under this name in the last 30 days; undefined without anything. */
export async function keptAnswer(name: string, now = Date.now()): Promise<KeptAnswer | undefined> {
  const answer = await get<KeptAnswer>(name, store);
  return answer && isYoung(answer, now) ? answer : undefined;
}

/** On a shared phone nobody should find what others have seen: all answers, and the pictures that came with them. */
export async function forgetAnswers(): Promise<void> {
  await Promise.all([clear(store), globalThis.caches?.delete(PICTURES)]);
}

/** What is too old, and of the rest all but the newest, is kept no longer. */
export async function forgetOldAnswers(now = Date.now()): Promise<void> {
  await delMany(namesToForget(await entries<string, KeptAnswer>(store), now), store);
}

/** The names of those that are too old or too many. */
export function namesToForget(kept: readonly (readonly [string, KeptAnswer])[], now: number): string[] {
  const newestFirst = kept.toSorted(([, one], [, other]) => other.at - one.at);
  return newestFirst
    .filter(([, answer], place) => place >= KEPT_MAX || !isYoung(answer, now))
    .map(([name]) => name);
}

const isYoung = ({ at }: KeptAnswer, now: number): boolean => now - at < KEPT_MS;

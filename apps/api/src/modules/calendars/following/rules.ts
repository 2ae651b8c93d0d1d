import { createHash } from 'node:crypto';
import { type FollowedField, followedFields } from '@minga/contract/calendars';
import { OCCURRENCES_MAX } from '@minga/contract/written-repeat';
import { localTime } from '../../../platform/local-time.ts';
import type { Reading, SourceEvent } from '../reading/rules.ts';

// A reading changes activities (docs/rules.md R24.6 to R24.8).

/** The hash of each field as the calendar last set it. */
export type Applied = Readonly<Record<FollowedField, string>>;

interface FieldValues {
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly directions: string;
  readonly date: Date | number;
  readonly endDate: Date | number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tags: readonly string[];
}

const hash = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

export const appliedOf = (values: FieldValues): Applied => ({
  title: hash(values.title),
  description: hash(values.description),
  place: hash(values.place),
  directions: hash(values.directions),
  when: hash([Number(values.date), values.endDate && Number(values.endDate)]),
  location: hash([values.latitude, values.longitude]),
  tags: hash(values.tags),
});

/** An activity that a calendar has brought. */
interface FollowingActivity extends FieldValues {
  readonly id: string;
  readonly date: Date;
  readonly status: string;
  readonly isSourceCancelled: boolean;
}

/** A date that a calendar has brought, with its activity, or null if that was deleted here. */
export interface Link<Row extends FollowingActivity = FollowingActivity> {
  readonly key: string;
  readonly uid: string;
  readonly date: Date;
  readonly applied: Applied;
  readonly activity: Row | null;
}

/** A link with the date of the reading that it has become, and the fields of its activity that change. */
interface Change<Row extends FollowingActivity> {
  readonly link: Link<Row>;
  readonly event: SourceEvent;
  readonly fields: readonly FollowedField[];
  readonly applied: Applied;
}

export interface Plan<Row extends FollowingActivity> {
  readonly created: readonly SourceEvent[];
  readonly changed: readonly Change<Row>[];
  /** To come, and no longer in the calendar. */
  readonly gone: readonly Link<Row>[];
  /** More than half would be gone, so that nothing is. */
  readonly vanished: number;
}

const VANISHED_MIN = 5;

export function planReading<Row extends FollowingActivity>(
  links: readonly Link<Row>[],
  reading: Reading,
  {
    now,
    timeZone,
    canRemoveMost,
  }: { readonly now: Date; readonly timeZone: string; readonly canRemoveMost: boolean },
): Plan<Row> {
  const byKey = new Map(links.map(link => [link.key, link]));
  const pairs = new Map<SourceEvent, Link<Row>>();
  for (const event of reading.events) {
    const link = byKey.get(event.key);
    // The activity of a date that has begun remains, and its event at a new time is another activity.
    if (link !== undefined && !(link.activity !== null && link.date <= now && link.activity.date <= now))
      pairs.set(event, link);
  }
  const matched = new Set(pairs.values());
  const toCome = links.filter(
    link => link.date > now && (link.activity === null || link.activity.date > now),
  );
  const free = toCome.filter(link => !matched.has(link));
  const appeared = reading.events.filter(event => !pairs.has(event));
  for (const [event, link] of pairsOf(free, appeared, reading, timeZone)) {
    pairs.set(event, link);
    matched.add(link);
  }
  const isBeyond = horizonOf(reading);
  const gone = toCome.filter(link => !matched.has(link) && isFollowing(link) && !isBeyond(link));
  const counted = gone.filter(link => link.activity?.isSourceCancelled === false);
  const brought = toCome.filter(link => isFollowing(link) && link.activity?.isSourceCancelled === false);
  const isTooMuch = !canRemoveMost && counted.length >= VANISHED_MIN && counted.length * 2 > brought.length;
  return {
    created: reading.events.filter(event => !pairs.has(event)),
    changed: [...pairs].map(([event, link]) => changeOf(event, link, now)),
    gone: isTooMuch ? [] : gone,
    vanished: isTooMuch ? counted.length : 0,
  };
}

/** Whether the calendar still changes an activity: it exists, and no administrator has rejected it. */
const isFollowing = <Row extends FollowingActivity>({ activity }: Link<Row>): boolean =>
  activity !== null && activity.status !== 'rejected';

/** Whether a reading with limits has no word about a date, since it is later than the last that the limits admit. */
function horizonOf({ events, beyondLimit }: Reading): (link: Pick<Link, 'uid' | 'date'>) => boolean {
  const last = beyondLimit > 0 ? (events.at(-1)?.date ?? 0) : Number.POSITIVE_INFINITY;
  const ends = endsOfFull(events);
  return ({ uid, date }) =>
    date.getTime() > last || date.getTime() > (ends.get(uid) ?? Number.POSITIVE_INFINITY);
}

/** The last date of each rule that has as many dates as are read, by UID. */
function endsOfFull(events: readonly SourceEvent[]): ReadonlyMap<string, number> {
  const groups = Map.groupBy(
    events.filter(({ uid }) => uid !== ''),
    ({ uid }) => uid,
  );
  return new Map(
    [...groups].flatMap(([uid, dates]) =>
      dates.length < OCCURRENCES_MAX ? [] : [[uid, Math.max(...dates.map(({ date }) => date))]],
    ),
  );
}

/** Pairs dates of one UID that vanish with those that appear: by local day, else in order. */
function pairsOf<Row extends FollowingActivity>(
  free: readonly Link<Row>[],
  appeared: readonly SourceEvent[],
  reading: Reading,
  timeZone: string,
): [SourceEvent, Link<Row>][] {
  const pairs: [SourceEvent, Link<Row>][] = [];
  const full = endsOfFull(reading.events);
  const dayOf = (date: Date | number) => localTime(new Date(date), timeZone).slice(0, 10);
  for (const [uid, vanished] of Map.groupBy(free, link => link.uid)) {
    if (uid === '') continue;
    const links = [...vanished].sort((one, other) => one.date.getTime() - other.date.getTime());
    const events = appeared.filter(event => event.uid === uid);
    const take = (event: SourceEvent, link: Link<Row> | undefined) => {
      if (link === undefined) return false;
      pairs.push([event, link]);
      links.splice(links.indexOf(link), 1);
      return true;
    };
    const rest = events.filter(
      event =>
        !take(
          event,
          links.find(link => dayOf(link.date) === dayOf(event.date)),
        ),
    );
    // The dates at the end of a full rule are new with each week that passes, and replace none.
    const last = Math.max(...vanished.map(({ date }) => date.getTime()));
    const inOrder = full.has(uid) ? rest.filter(({ date }) => date <= last) : rest;
    for (const event of inOrder) take(event, links[0]);
  }
  return pairs;
}

/** Activities that have begun, were deleted or were rejected here do not change, nor do fields that were edited here. */
function changeOf<Row extends FollowingActivity>(
  event: SourceEvent,
  link: Link<Row>,
  now: Date,
): Change<Row> {
  const { activity, applied } = link;
  const incoming = appliedOf(event);
  if (activity === null || !isFollowing(link) || activity.date <= now)
    return { link, event, fields: [], applied };
  const current = appliedOf(activity);
  const fields = followedFields.filter(
    field => incoming[field] !== applied[field] && current[field] === applied[field],
  );
  return {
    link,
    event,
    fields,
    applied: { ...applied, ...Object.fromEntries(fields.map(field => [field, incoming[field]])) },
  };
}

/** The fields of an activity that differ from what its calendar last set. */
export const editedFields = (applied: Applied, activity: FieldValues): FollowedField[] => {
  const current = appliedOf(activity);
  return followedFields.filter(field => current[field] !== applied[field]);
};

const HOUR_MS = 3_600_000;
const BACKOFF_HOURS = [1, 2, 4, 8, 24];

/** Every hour, and after failures less and less often. */
export const nextReadingAt = (now: Date, failures: number): Date =>
  new Date(now.getTime() + (BACKOFF_HOURS[Math.min(failures, BACKOFF_HOURS.length) - 1] ?? 1) * HOUR_MS);

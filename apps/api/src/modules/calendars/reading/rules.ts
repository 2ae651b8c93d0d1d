import { createHash } from 'node:crypto';
import { DESCRIPTION_MAX, PLACE_MAX, TITLE_MAX } from '@minga/contract/activities';
import { activityFields } from '@minga/contract/activity-fields';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { DIRECTIONS_MAX } from '@minga/contract/location';
import { TAG_MAX, TAGS_MAX } from '@minga/contract/topics';
import { OCCURRENCES_MAX } from '@minga/contract/written-repeat';
import ICAL from 'ical.js';
import { type Component, problemOfFile, splitCalendar } from './component-rules.ts';
import { ruleOf, type SeriesRule, STEPS_MAX, type Steps, startsOf } from './recurrence-rules.ts';
import { cutAt, oneLine, plainText } from './text-rules.ts';
import { firstTime, instant, type LocalTime, propertiesOf, type Zones, zonesOf } from './time-rules.ts';

// Reads the activities to come from a calendar (docs/rules.md R24.5). This module does not know the activities of the site.

const DAY_MS = 24 * 60 * 60 * 1000;
const HORIZON_MS = 366 * DAY_MS;
/** The maximum number of dates in one reading. */
const DATES_MAX = 500;

/** One date of an event. Times are in milliseconds since 1970. */
export interface SourceEvent {
  /** Identifies the date in its calendar, by UID and RECURRENCE-ID, or by title and start without a UID. */
  readonly key: string;
  /** The hash of the UID, or empty without one. */
  readonly uid: string;
  /** The event that repeats, or null. */
  readonly series: string | null;
  readonly title: string;
  readonly description: string;
  readonly place: string;
  readonly directions: string;
  readonly date: number;
  readonly endDate: number | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tags: readonly string[];
}

export interface Reading {
  /** The dates to come, the earliest first. */
  readonly events: readonly SourceEvent[];
  readonly rules: Readonly<Record<string, SeriesRule>>;
  /** Events that were not understood, or have no title. */
  readonly leftOut: number;
  /** The first of them, each in one sentence that names the event and its line. */
  readonly leftOutReasons: readonly string[];
  /** Dates beyond `DATES_MAX`. They are later than all of `events`. */
  readonly beyondLimit: number;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Text in UTF-8, or in Windows-1252 if it is not UTF-8. */
export function decodeCalendar(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a calendar. Returns one sentence if it is none, or if it breaks off. */
export function readCalendar(text: string, now: number, timeZone: string): Reading | string {
  const problem = problemOfFile(text);
  if (problem !== null) return problem;
  const { events, zones: definitions, broken, lineOf } = splitCalendar(text);
  const zones = zonesOf(definitions, timeZone);
  const rules: Record<string, SeriesRule> = {};
  const leftOut = [...broken];
  const leaveOut = (event: Component | undefined, error: unknown) => {
    leftOut.push(
      `${nameOf(event, lineOf)} ${error instanceof Unreadable ? error.message : 'no se entiende'}`,
    );
  };
  const context: Context = { zones, now, until: now + HORIZON_MS, steps: { left: STEPS_MAX }, leaveOut };
  const dates = new Map<string, SourceEvent>();
  for (const versions of groupsOf(events)) {
    try {
      const { found, rule } = datesOf(versions, context);
      if (rule !== null && found[0]?.series) rules[found[0].series] = rule;
      for (const date of found) if (!dates.has(date.key)) dates.set(date.key, date);
    } catch (error) {
      leaveOut(versions.events[0], error);
    }
  }
  const sorted = [...dates.values()].sort(
    (one, other) => one.date - other.date || (one.key < other.key ? -1 : 1),
  );
  const taken = sorted.slice(0, DATES_MAX);
  return {
    events: taken,
    rules,
    beyondLimit: sorted.length - taken.length,
    leftOut: leftOut.length,
    leftOutReasons: leftOut.slice(0, REASONS_MAX),
  };
}

/** The number of events whose sentence is stored. */
const REASONS_MAX = 10;

/** An event cannot become an activity. The message is what its sentence says about it. */
class Unreadable extends Error {}

function nameOf(event: Component | undefined, lineOf: ReadonlyMap<Component, number>): string {
  if (event === undefined) return 'Un evento';
  const title = titleOf(event);
  const line = `la línea ${lineOf.get(event)}`;
  return title === '' ? `El evento de ${line}` : `«${title}», en ${line},`;
}

interface Context {
  readonly zones: Zones;
  readonly now: number;
  readonly until: number;
  readonly steps: Steps;
  leaveOut(event: Component, error: unknown): void;
}

/** The events of one UID, or a single event without one. */
interface Group {
  readonly uid: string;
  readonly events: readonly Component[];
}

function groupsOf(events: readonly Component[]): Group[] {
  const groups = new Map<string, Component[]>();
  for (const [index, event] of events.entries()) {
    const uid = textOf(event, 'uid').trim();
    const key = uid === '' ? `\n${index}` : uid;
    append(groups, key, event);
  }
  return [...groups].map(([key, members]) => ({
    uid: key.startsWith('\n') ? '' : hash(key),
    events: members,
  }));
}

const textOf = (event: Component, name: string): string =>
  String(propertiesOf(event, name)[0]?.values[0] ?? '');

/** Of several versions of an event the one with the highest SEQUENCE, of equal ones the last. */
const newest = (versions: readonly Component[]): Component | undefined =>
  versions.reduce<Component | undefined>(
    (best, one) => (best === undefined || sequenceOf(one) >= sequenceOf(best) ? one : best),
    undefined,
  );

const sequenceOf = (event: Component): number => Number.parseInt(textOf(event, 'sequence'), 10) || 0;

interface Dates {
  readonly found: readonly SourceEvent[];
  readonly rule: SeriesRule | null;
}

const NONE: Dates = { found: [], rule: null };

/** The dates of one UID to come. Throws if the event itself cannot be understood. */
function datesOf({ uid, events }: Group, context: Context): Dates {
  const { zones } = context;
  const { plain, changed } = versionsOf(events, zones);
  const main = newest(plain);
  if (main !== undefined && isHidden(main)) return NONE;
  const found: SourceEvent[] = [];
  const add = (event: Component, start: LocalTime, original: number | null, series: string | null) => {
    const date = instant(start);
    if (isHidden(event) || date < context.now || date > context.until) return;
    const facts = factsOf(event, start, context);
    const identity = uid === '' ? `${facts.title}\n${original ?? date}` : `${uid} ${original ?? ''}`;
    found.push({ key: hash(identity), uid, series, ...facts });
  };
  const addChanged = (versions: readonly Component[], original: number, series: string | null) => {
    const event = newest(versions);
    if (event === undefined) return;
    try {
      add(event, startOf(event, zones), original, series);
    } catch (error) {
      context.leaveOut(event, error);
    }
  };
  let rule: SeriesRule | null = null;
  if (main?.hasProperty('rrule') || main?.hasProperty('rdate')) {
    const start = startOf(main, zones);
    const starts = startsIn(main, start, context);
    const series = uid === '' ? hash(`${textOf(main, 'summary')}\n${start.local}`) : uid;
    for (const local of starts) {
      const own = { ...start, local };
      const original = instant(own);
      const versions = changed.get(original);
      changed.delete(original);
      if (found.length >= OCCURRENCES_MAX) continue;
      if (versions === undefined) add(main, own, original, series);
      else addChanged(versions, original, series);
    }
    rule = ruleOf(
      main,
      found.map(({ date }) => start.zone.localOf(date)),
    );
  } else if (main !== undefined) {
    add(main, startOf(main, zones), null, null);
  }
  // Dates that were moved from outside of the period, or whose event is not in the file.
  for (const [original, versions] of changed)
    if (found.length < OCCURRENCES_MAX) addChanged(versions, original, null);
  return { found, rule };
}

function startsIn(event: Component, start: LocalTime, { zones, now, until, steps }: Context): number[] {
  let starts: number[] | null;
  try {
    starts = startsOf(event, start, zones, { from: now, until }, steps);
  } catch {
    throw new Unreadable('tiene una repetición (RRULE) que no se entiende');
  }
  if (starts === null) throw new Unreadable('tiene una repetición (RRULE) demasiado larga');
  return starts;
}

interface Versions {
  readonly plain: readonly Component[];
  /** The events about single dates, by the instant of their RECURRENCE-ID. */
  readonly changed: Map<number, Component[]>;
}

function versionsOf(events: readonly Component[], zones: Zones): Versions {
  const changed = new Map<number, Component[]>();
  const plain: Component[] = [];
  for (const event of events) {
    const original = firstTime(event, 'recurrence-id', zones);
    if (original === null) plain.push(event);
    else append(changed, instant(original), event);
  }
  return { plain, changed };
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** Cancelled, or not for the public. */
const isHidden = (event: Component): boolean =>
  /^cancelled$/i.test(textOf(event, 'status').trim()) ||
  /^(private|confidential)$/i.test(textOf(event, 'class').trim());

function startOf(event: Component, zones: Zones): LocalTime {
  const start = firstTime(event, 'dtstart', zones);
  if (start !== null) return start;
  throw new Unreadable(
    event.hasProperty('dtstart')
      ? 'tiene una fecha de inicio (DTSTART) que no existe'
      : 'no tiene fecha de inicio (DTSTART)',
  );
}

/** The title, or empty if the event has none that can be seen. */
function titleOf(event: Component): string {
  const title = cutAt(oneLine(plainText(textOf(event, 'summary'))), TITLE_MAX);
  return /[^\s\p{Cf}\p{M}]/u.test(title) ? title : '';
}

type Facts = Omit<SourceEvent, 'key' | 'uid' | 'series'>;

/** The fields of an activity. Throws if the event has no title. */
function factsOf(event: Component, start: LocalTime, { zones }: Context): Facts {
  const title = titleOf(event);
  if (title === '') throw new Unreadable('no tiene título (SUMMARY)');
  const whole = oneLine(plainText(textOf(event, 'location')));
  const date = instant(start);
  const facts = {
    title,
    description: cutAt(plainText(textOf(event, 'description')), DESCRIPTION_MAX),
    place: cutAt(whole, PLACE_MAX),
    directions: whole.length > PLACE_MAX ? cutAt(whole, DIRECTIONS_MAX) : '',
    tags: tagsOf(event),
  };
  const location = locationOf(event);
  const parsed = activityFields.parse({ ...facts, location, date: new Date(date).toISOString() });
  return {
    title: parsed.title,
    description: parsed.description,
    place: parsed.place,
    directions: parsed.directions ?? '',
    tags: parsed.tags ?? [],
    latitude: parsed.location?.latitude ?? null,
    longitude: parsed.location?.longitude ?? null,
    date,
    endDate: endOf(event, start, zones),
  };
}

const DURATION_MAX_MS = DURATION_DAYS_MAX * DAY_MS;

/** The end of a date: as long after its start as the event says, at most 14 days; null without one after the start. */
function endOf(event: Component, start: LocalTime, zones: Zones): number | null {
  const begin = instant(start);
  const end = begin + lengthOf(event, start, zones);
  const exact = start.isDay ? start.zone.instantOf(start.local + lengthOf(event, start, zones)) : end;
  return exact <= begin ? null : Math.min(exact, begin + DURATION_MAX_MS);
}

function lengthOf(event: Component, start: LocalTime, zones: Zones): number {
  const [begin, end] = [firstTime(event, 'dtstart', zones), firstTime(event, 'dtend', zones)];
  if (begin !== null && end !== null) {
    const length = start.isDay && end.isDay ? end.local - begin.local : instant(end) - instant(begin);
    return start.isDay && length <= 0 ? DAY_MS : length;
  }
  const duration = event.getFirstPropertyValue('duration');
  if (duration instanceof ICAL.Duration) return duration.toSeconds() * 1000;
  return start.isDay ? DAY_MS : 0;
}

function locationOf(event: Component): { latitude: number; longitude: number } | null {
  const value = propertiesOf(event, 'geo')[0]?.values[0];
  const [latitude, longitude] = (Array.isArray(value) ? value : []).map(Number);
  if (latitude === undefined || longitude === undefined || (latitude === 0 && longitude === 0)) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

const TAGS_TOGETHER_MAX = 150;

function tagsOf(event: Component): string[] {
  const written = propertiesOf(event, 'categories').flatMap(({ values }) =>
    values.map(value => oneLine(String(value))),
  );
  const tags: string[] = [];
  let length = 0;
  for (const tag of written) {
    if (tag === '' || tag.length > TAG_MAX || tags.length === TAGS_MAX) continue;
    length += tag.length + 1;
    if (length <= TAGS_TOGETHER_MAX) tags.push(tag);
  }
  return [...new Set(tags)];
}

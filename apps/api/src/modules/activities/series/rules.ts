import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { seriesProblem } from '@minga/contract/occurrence-days';
import { type Weekday, weekdays as week } from '@minga/contract/series';
import type { WrittenNeed } from '@minga/contract/written-needs';
import { OCCURRENCES_MAX, type Repeat } from '@minga/contract/written-repeat';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { moveByDays, zonedTime } from '../../../platform/local-time.ts';

const FREQUENCIES = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY' } as const;

/** The start and the end of an activity or task. */
export interface Period {
  readonly date: Date;
  readonly endDate: Date | null;
}

/**
 * The distance of each occurrence of a series from the first, in days from 0, or the problem that makes the series invalid
 * (docs/rules.md R15.1). The rule applies to local days, so that clock changes do not move the time of day.
 */
export function occurrenceOffsets(
  date: Date,
  repeat: Repeat,
  timeZone: string,
): { offsets: readonly number[] } | { problem: string } {
  const first = zonedTime(date, timeZone).toPlainDate();
  const days = repeat.frequency === 'daily' ? dailyFrom(first, repeat) : daysByRule(first, repeat);
  const texts = days.map(String);
  const problem = seriesProblem(first.toString(), texts, repeat);
  return problem === null ? { offsets: days.map(day => first.until(day).days) } : { problem };
}

/** One more than the maximum number of occurrences, so that a longer series is detected. */
const DAYS_MAX = OCCURRENCES_MAX + 1;

/** The days of a daily rule. The library takes a quarter of a second for 60 days, so it is not used here. */
function dailyFrom(first: Temporal.PlainDate, { interval, count, until }: Repeat): Temporal.PlainDate[] {
  const last = until === undefined ? null : Temporal.PlainDate.from(until);
  const days: Temporal.PlainDate[] = [];
  for (let day = first; days.length < Math.min(DAYS_MAX, last === null ? (count ?? 1) : DAYS_MAX); ) {
    if (last !== null && Temporal.PlainDate.compare(day, last) > 0) break;
    days.push(day);
    day = day.add({ days: interval });
  }
  return days;
}

function daysByRule(first: Temporal.PlainDate, repeat: Repeat): Temporal.PlainDate[] {
  const { frequency, interval, weekdays, count, until } = repeat;
  const rule = new RRuleTemporal({
    temporal: Temporal,
    freq: FREQUENCIES[frequency],
    interval,
    dtstart: noon(first),
    wkst: 'MO',
    ...(weekdays.length > 0 && { byDay: weekdays.map(day => day.toUpperCase()) }),
    ...(frequency === 'monthly' && monthDay(first.day)),
    ...(until === undefined ? { count: count ?? 1 } : { until: noon(Temporal.PlainDate.from(until)) }),
  });
  return rule.all((_, index) => index < DAYS_MAX).map(time => time.toPlainDate());
}

/** The weekdays of a weekly rule; by default that of its first day. */
export function weekdaysOf(date: Date, { weekdays }: Repeat, timeZone: string): Weekday[] {
  const own = week[zonedTime(date, timeZone).dayOfWeek - 1];
  return weekdays.length === 0 && own !== undefined ? [own] : week.filter(day => weekdays.includes(day));
}

/** Noon of a day: the rule needs a time, and any time of day works. */
const noon = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' });

/** The rule for a day of each month, or for its last day if the month is shorter. RFC 5545 would skip such a month. */
const monthDay = (day: number) =>
  day <= 28
    ? { byMonthDay: [day] }
    : { byMonthDay: Array.from({ length: day - 27 }, (_, index) => 28 + index), bySetPos: [-1] };

const DURATION_MAX_MS = DURATION_DAYS_MAX * 24 * 60 * 60 * 1000;

/**
 * Moves a start and its end by days in local time. Clock changes neither move the end before the start nor make the activity longer
 * than the maximum.
 */
export function movePeriod({ date, endDate }: Period, days: number, timeZone: string): Period {
  const start = moveByDays(date, days, timeZone);
  if (endDate === null) return { date: start, endDate: null };
  const end = moveByDays(endDate, days, timeZone).getTime();
  const length = end > start.getTime() ? end - start.getTime() : endDate.getTime() - date.getTime();
  return { date: start, endDate: new Date(start.getTime() + Math.min(length, DURATION_MAX_MS)) };
}

/** The number of days from the local day of one instant to that of another. */
export const daysBetween = (from: Date, to: Date, timeZone: string): number =>
  zonedTime(from, timeZone).toPlainDate().until(zonedTime(to, timeZone).toPlainDate()).days;

interface Timed {
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** Moves the times of a need by days in local time, if it has any. */
export function moveNeed<Need extends Timed>(need: Need, days: number, timeZone: string): Need {
  if (need.startsAt === null) return need;
  const { date: startsAt, endDate: endsAt } = movePeriod(
    { date: need.startsAt, endDate: need.endsAt },
    days,
    timeZone,
  );
  return { ...need, startsAt, endsAt };
}

interface Named {
  readonly _id: string;
  readonly kind: string;
  readonly name: string;
}

/**
 * Maps the ids of the needs of one occurrence to those of another. Needs correspond if they have the same kind and name; if several
 * do, they correspond in order.
 */
export function matchNeeds(from: readonly Named[], to: readonly Named[]): ReadonlyMap<string, string> {
  const keysOf = (needs: readonly Named[]) => {
    const counts = new Map<string, number>();
    return needs.map(({ _id, kind, name }) => {
      const text = `${kind} ${name}`;
      const count = counts.get(text) ?? 0;
      counts.set(text, count + 1);
      return [`${text} ${count}`, _id] as const;
    });
  };
  const targets = new Map(keysOf(to));
  return new Map(
    keysOf(from).flatMap(([key, id]) => {
      const match = targets.get(key);
      return match === undefined ? [] : [[id, match] as const];
    }),
  );
}

/** A written need with its id in another occurrence. `ids` is null for the occurrence that the request names. */
export function withNeedId(need: WrittenNeed, ids: ReadonlyMap<string, string> | null): WrittenNeed {
  if (ids === null || need._id === undefined) return need;
  return { ...need, _id: ids.get(need._id) };
}

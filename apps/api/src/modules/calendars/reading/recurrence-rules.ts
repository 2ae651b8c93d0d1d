import type { Frequency, Weekday } from '@minga/contract/series';
import { weekdays as week } from '@minga/contract/series';
import ICAL from 'ical.js';
import type { Component } from './component-rules.ts';
import { allTimes, floating, instant, type LocalTime, localOfTime, type Zones } from './time-rules.ts';

type Recur = InstanceType<typeof ICAL.Recur>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The steps that the rules of one file may take together, so that a rule since the year 1 does not take seconds. */
export const STEPS_MAX = 20_000;

export interface Steps {
  left: number;
}

/** The starts of an event's dates as local times: RRULE and RDATE without EXDATE, from `from` to `until`, sorted. Null if the rule is too long. */
export function startsOf(
  event: Component,
  start: LocalTime,
  zones: Zones,
  { from, until }: { readonly from: number; readonly until: number },
  steps: Steps,
): number[] | null {
  const { zone } = start;
  // Local times and instants differ by at most a day.
  const [first, last] = [from - 2 * DAY_MS, until + 2 * DAY_MS];
  const found = new Set<number>();
  const add = (local: number) => {
    if (local >= first && local <= last) found.add(local);
  };
  add(start.local);
  for (const property of event.getAllProperties('rrule')) {
    const rule = (property.getFirstValue() as Recur).clone();
    // The end of a rule is an instant; the iterator compares local times.
    if (rule.until?.isDate === true) rule.until = floating(localOfTime(rule.until) + DAY_MS - 1000);
    else if (rule.until !== null && rule.until !== undefined) {
      const end = localOfTime(rule.until);
      rule.until = floating(rule.until.zone === ICAL.Timezone.utcTimezone ? zone.localOf(end) : end);
    }
    const iterator = rule.iterator(floating(advanced(rule, start.local, first)));
    for (let next = iterator.next(); next; next = iterator.next()) {
      steps.left -= 1;
      if (steps.left < 0) return null;
      const local = localOfTime(next);
      if (local > last) break;
      add(local);
    }
  }
  for (const extra of allTimes(event, 'rdate', zones))
    add(extra.isDay === start.isDay ? zone.localOf(instant(extra)) : extra.local);
  const excluded = allTimes(event, 'exdate', zones);
  const excludedTimes = new Set(excluded.filter(({ isDay }) => isDay === start.isDay).map(instant));
  const excludedDays = new Set(
    excluded.filter(({ isDay }) => isDay && !start.isDay).map(({ local }) => Math.floor(local / DAY_MS)),
  );
  return [...found]
    .filter(
      local => !excludedTimes.has(zone.instantOf(local)) && !excludedDays.has(Math.floor(local / DAY_MS)),
    )
    .sort((one, other) => one - other);
}

const UNITS: Readonly<Record<string, number>> = {
  SECONDLY: 1000,
  MINUTELY: 60_000,
  HOURLY: 3_600_000,
  DAILY: DAY_MS,
  WEEKLY: 7 * DAY_MS,
};
const MONTHS: Readonly<Record<string, number>> = { MONTHLY: 1, YEARLY: 12 };

/** The start of a rule without a count, moved by whole intervals to shortly before `first`, so that old rules take no more steps than new ones. */
function advanced(rule: Recur, local: number, first: number): number {
  const { freq, interval } = rule;
  if (rule.count !== null && rule.count !== undefined) return local;
  const unit = UNITS[freq];
  if (unit !== undefined) {
    const count = Math.floor((first - local) / (unit * interval)) - 1;
    return count > 0 ? local + count * unit * interval : local;
  }
  const [start, near] = [new Date(local), new Date(first)];
  // A month without the day is skipped, so that the start must be a day of every month.
  if (start.getUTCDate() > 28) return local;
  const step = (MONTHS[freq] ?? 1) * interval;
  const months =
    (near.getUTCFullYear() - start.getUTCFullYear()) * 12 + near.getUTCMonth() - start.getUTCMonth();
  const count = Math.floor(months / step) - 1;
  return count > 0 ? start.setUTCMonth(start.getUTCMonth() + count * step) : local;
}

/** The rule of a series as the site describes it. */
export interface SeriesRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly weekdays: readonly Weekday[];
}

/** The nearest rule of the site to that of an event. Dates without a rule that the site has are those of weekdays. */
export function ruleOf(event: Component, days: readonly number[]): SeriesRule {
  const onDays = week.filter((_, index) =>
    days.some(local => (new Date(local).getUTCDay() + 6) % 7 === index),
  );
  const [property, another] = event.getAllProperties('rrule');
  const rule = property?.getFirstValue() as Recur | undefined;
  const interval = Math.max(1, Number(rule?.interval ?? 1));
  if (rule !== undefined && another === undefined) {
    if (rule.freq === 'DAILY' && interval <= 12 && !('BYDAY' in rule.parts))
      return { frequency: 'daily', interval, weekdays: [] };
    if (rule.freq === 'MONTHLY' && interval <= 12) return { frequency: 'monthly', interval, weekdays: [] };
    if (rule.freq === 'YEARLY' && interval === 1 && days.length <= 2)
      return { frequency: 'monthly', interval: 12, weekdays: [] };
    if (rule.freq === 'WEEKLY' && interval <= 12) return { frequency: 'weekly', interval, weekdays: onDays };
  }
  return { frequency: 'weekly', interval: 1, weekdays: onDays };
}

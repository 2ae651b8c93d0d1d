import { type ConfirmedHours, type HelpedActivity, HOURS_MAX, HOURS_MIN } from '@minga/contract/hours';
import { siteDay } from '../../lib/dates/dates.ts';

const QUARTERS = 4;
const HOUR_MS = 60 * 60 * 1000;

const rounded = (hours: number): number => Math.round(hours * QUARTERS) / QUARTERS;

/** The length of an activity in quarters of an hour; null if it has no end. */
export function durationHours(date: string, endDate: string | null): number | null {
  if (endDate === null) return null;
  const hours = rounded((new Date(endDate).getTime() - new Date(date).getTime()) / HOUR_MS);
  return Math.min(HOURS_MAX, Math.max(HOURS_MIN, hours));
}

/** '2,5' as people write it. */
const hoursField = (hours: number | null): string => (hours === null ? '' : String(hours).replace('.', ','));

/** The hours that a field says; null: none that can be confirmed. */
export function parseHours(text: string, least: number = HOURS_MIN): number | null {
  const written = text.trim().replace(',', '.');
  if (!/^\d{1,2}(\.\d{1,2})?$/.test(written)) return null;
  const hours = Number(written);
  return hours >= least && hours <= HOURS_MAX && rounded(hours) === hours ? hours : null;
}

interface Arrival {
  readonly _id: string;
  readonly hours: number | null;
}

/** The fields of the form: the hours of all, and those of the exceptions by attendance. */
interface HoursDraft {
  readonly common: string;
  readonly others: Readonly<Record<string, string>>;
}

/** The hours as they were confirmed before, else the activity's length for all. */
export function hoursDraft(arrivals: readonly Arrival[], duration: number | null): HoursDraft {
  const common = mostFrequent(arrivals.flatMap(({ hours }) => hours ?? []));
  if (common === null) return { common: hoursField(duration), others: {} };
  const others = arrivals
    .filter(({ hours }) => hours !== common)
    .map(({ _id, hours }) => [_id, hoursField(hours ?? 0)] as const);
  return { common: hoursField(common), others: Object.fromEntries(others) };
}

function mostFrequent(values: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const [first] = [...counts].sort(([, one], [, other]) => other - one);
  return first?.[0] ?? null;
}

export type DraftProblem = 'common' | { readonly attendanceId: string };

/** The hours that the form confirms, or the field that is wrong. Fields of people who are not on the list any more do not count. */
export function confirmedHours(
  { common, others }: HoursDraft,
  arrivals: readonly Arrival[],
): { readonly hours: ConfirmedHours } | { readonly problem: DraftProblem } {
  const hours = parseHours(common);
  if (hours === null) return { problem: 'common' };
  const except = [];
  for (const { _id } of arrivals) {
    const text = others[_id]?.trim() ?? '';
    if (text === '') continue;
    const own = parseHours(text, 0);
    if (own === null) return { problem: { attendanceId: _id } };
    if (own !== hours) except.push({ attendanceId: _id, hours: own });
  }
  return { hours: { hours, except } };
}

export interface YearOfHours {
  readonly year: string;
  readonly total: number;
  readonly items: readonly HelpedActivity[];
}

/** Activities by their year in the site's time zone, in their order. */
export function hoursByYear(items: readonly HelpedActivity[]): YearOfHours[] {
  const years = new Map<string, HelpedActivity[]>();
  for (const item of items) {
    const year = siteDay(item.date).slice(0, 4);
    years.set(year, [...(years.get(year) ?? []), item]);
  }
  return [...years].map(([year, ofYear]) => ({
    year,
    total: ofYear.reduce((sum, { hours }) => sum + hours, 0),
    items: ofYear,
  }));
}

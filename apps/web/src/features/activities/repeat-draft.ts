import { occurrenceDays, seriesProblem } from '@minga/contract/occurrence-days';
import { frequencies, type Weekday, weekdays } from '@minga/contract/series';
import { type Repeat, repeat } from '@minga/contract/written-repeat';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import * as z from 'zod/mini';
import { dayOf } from './picked-date.ts';
import { weekdayPlural } from './series-text.ts';

dayjs.extend(utc);

/** How the activity repeats, as the form has it. */
export const storedRepeat = z.object({
  /** Empty: it does not. */
  frequency: z.enum(['', ...frequencies]),
  interval: z.string(),
  /** Weekly, besides that of the date. */
  weekdays: z.array(z.enum(weekdays)),
  end: z.enum(['count', 'until']),
  count: z.string(),
  until: z.string(),
});
type RepeatValues = z.infer<typeof storedRepeat>;

export const noRepeat: RepeatValues = {
  ...{ frequency: '', interval: '1', weekdays: [], end: 'count', count: '12', until: '' },
};

/** Parsed to the rule of a request, but for the weekday of the date; null: it does not repeat. */
export const repeatDraft = z.pipe(
  z.pipe(
    storedRepeat,
    z.transform(({ frequency, interval, weekdays: days, end, count, until }): unknown =>
      frequency === ''
        ? null
        : {
            frequency,
            interval: Number(interval),
            weekdays: frequency === 'weekly' ? days : [],
            ...(end === 'count' ? { count: Number(count) } : { until }),
          },
    ),
  ),
  repeat,
);

/** The weekday of a picked date. */
export const weekdayOf = (picked: string): Weekday | undefined =>
  picked === '' ? undefined : weekdays[(dayjs.utc(dayOf(picked)).day() + 6) % 7];

/** The rule with the weekday of the picked date, in the order of the week. */
export function withOwnWeekday(rule: Repeat, picked: string): Repeat {
  const own = weekdayOf(picked);
  if (rule.frequency !== 'weekly') return rule;
  return { ...rule, weekdays: weekdays.filter(day => day === own || rule.weekdays.includes(day)) };
}

/** The days of a series that starts on a picked date, or why there are none. */
export function repeatedDays(rule: Repeat, picked: string): { days: string[] } | { problem: string } {
  const whole = withOwnWeekday(rule, picked);
  const first = dayOf(picked);
  const days = occurrenceDays(first, whole);
  const problem = seriesProblem(first, days, whole);
  return problem === null ? { days } : { problem };
}

/** '12 sábados, hasta el 27 de febrero'. */
export function previewText(days: readonly string[], rule: Repeat, picked: string): string {
  const [own, ...others] = withOwnWeekday(rule, picked).weekdays;
  const what = own !== undefined && others.length === 0 ? weekdayPlural(own) : 'fechas';
  return `${days.length} ${what}, hasta el ${dayAndMonth(days.at(-1) ?? '')}`;
}

// A day has no time zone; as UTC it stays the same.
const dayAndMonth = (day: string): string =>
  new Intl.DateTimeFormat('es-CO', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    dayjs.utc(day).toDate(),
  );

import type { WholeActivity } from '@minga/contract/activities';
import { needKinds } from '@minga/contract/needs';
import { occurrenceDays, seriesProblem } from '@minga/contract/occurrence-days';
import { frequencies, type Weekday, weekdays } from '@minga/contract/series';
import { writtenNeed } from '@minga/contract/written-needs';
import { type Repeat, repeat } from '@minga/contract/written-repeat';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import * as z from 'zod/mini';
import type { FormField } from '../../../components/form/describe-form.ts';
import { weekdayName } from '../model.ts';
import { dayOf, fromPickerText, toPickerText } from './picked-date.ts';

/** A need in the form: a line of a list on paper. */
const needShape = z.object({
  _id: z.optional(z.string()),
  kind: z.enum(needKinds),
  name: z.string(),
  quantity: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  note: z.string(),
});
export type NeedDraft = z.infer<typeof needShape>;

export const emptyNeed: NeedDraft = {
  kind: 'task',
  name: '',
  quantity: '1',
  startsAt: '',
  endsAt: '',
  note: '',
};

const INPUT_LENGTH = '2026-12-05T09:00'.length;

/** The text of a native input of day and time (`2026-12-05T09:00`, site time); empty: none. */
const toInputText = (moment: string | Date | null): string =>
  moment === null ? '' : toPickerText(moment).replace(' ', 'T').slice(0, INPUT_LENGTH);

const fromInputText = (text: string): Date => fromPickerText(`${text.replace('T', ' ')}:00`);

const GROUPED = /^\s*\d{1,3}(\.\d{3})+\s*$/;

/** Whether a line has neither a name nor a note; such a line is not sent. */
export const isBlank = ({ name, note }: NeedDraft): boolean => name.trim() === '' && note.trim() === '';

const toRequest = ({ quantity, startsAt, endsAt, ...need }: NeedDraft): z.input<typeof writtenNeed> => ({
  ...need,
  // As people write it: '1.000'.
  quantity: Number(GROUPED.test(quantity) ? quantity.replaceAll('.', '') : quantity),
  // A thing has no times, but keeps what was typed while its kind is changed.
  startsAt: need.kind === 'task' && startsAt !== '' ? fromInputText(startsAt).toISOString() : null,
  endsAt: need.kind === 'task' && endsAt !== '' ? fromInputText(endsAt).toISOString() : null,
});

/** The lines of the list without the blank ones. Blank lines are removed last, so that each error has the index of its line. */
const writtenLines = z.pipe(
  z.array(
    z.pipe(
      z.pipe(
        needShape,
        z.transform(need => (isBlank(need) ? null : toRequest(need))),
      ),
      z.nullable(writtenNeed),
    ),
  ),
  z.transform(needs => needs.filter(need => need !== null)),
);

export const needsField: FormField<NeedDraft[], Pick<WholeActivity, 'needs'>> = {
  empty: [],
  shape: z.array(needShape),
  read: ({ needs }) =>
    needs.map(({ taken, ...need }) => ({
      ...need,
      quantity: String(need.quantity),
      startsAt: toInputText(need.startsAt),
      endsAt: toInputText(need.endsAt),
    })),
  rule: () => writtenLines,
};

/** The same need when its activity moves from one picked date to another: the times of a task move along. */
export function movedNeed(need: NeedDraft, from: string, to: string): NeedDraft {
  const distance = fromPickerText(to).getTime() - fromPickerText(from).getTime();
  const moved = (text: string) =>
    text === '' ? '' : toInputText(new Date(fromInputText(text).getTime() + distance));
  return { ...need, startsAt: moved(need.startsAt), endsAt: moved(need.endsAt) };
}

dayjs.extend(utc);

const repeatShape = z.object({
  /** Empty if the activity does not repeat. */
  frequency: z.enum(['', ...frequencies]),
  interval: z.string(),
  /** The weekdays of a weekly rule, besides that of the date. */
  weekdays: z.array(z.enum(weekdays)),
  end: z.enum(['count', 'until']),
  count: z.string(),
  until: z.string(),
});
export type RepeatDraft = z.infer<typeof repeatShape>;

export const noRepeat: RepeatDraft = {
  frequency: '',
  interval: '1',
  weekdays: [],
  end: 'count',
  count: '12',
  until: '',
};

/** Outputs the rule that a request sends, without the weekday of the date; null if the activity does not repeat. */
export const repeatRule = z.pipe(
  z.pipe(
    repeatShape,
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

export const repeatField: FormField<RepeatDraft, unknown> = {
  empty: noRepeat,
  shape: repeatShape,
  // An edit does not change how an activity repeats; a copy repeats only if its author says so.
  read: () => noRepeat,
  rule: () => repeatRule,
};

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

/** 'lunes', 'sábados'. */
function weekdayPlural(day: Weekday): string {
  const name = weekdayName(day);
  return name.endsWith('s') ? name : `${name}s`;
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

/** The first message among the errors of a part with fields of its own. */
export function firstMessage(error: object): string | undefined {
  if ('message' in error && typeof error.message === 'string') return error.message;
  return Object.values(error)
    .filter((part): part is object => typeof part === 'object' && part !== null)
    .map(firstMessage)
    .find(message => message !== undefined);
}

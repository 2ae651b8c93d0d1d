import { type Need, needKinds } from '@minga/contract/needs';
import { occurrenceDays, seriesProblem } from '@minga/contract/occurrence-days';
import { questionKinds } from '@minga/contract/questions';
import { frequencies, type Weekday, weekdays } from '@minga/contract/series';
import { writtenGoal } from '@minga/contract/written-goals';
import { writtenNeed } from '@minga/contract/written-needs';
import { writtenQuestion } from '@minga/contract/written-questions';
import { type Repeat, repeat } from '@minga/contract/written-repeat';
import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import * as z from 'zod/mini';
import { weekdayPlural, wholeNumber } from '../model.ts';
import { dayOf, fromPickerText, toPickerText } from './picked-date.ts';

/** A question in the form; its options are lines of text. */
export const storedQuestion = z.object({
  _id: z.optional(z.string()),
  label: z.string(),
  kind: z.enum(questionKinds),
  options: z.string(),
  required: z.boolean(),
});

/** A goal in the form; its target is text. */
export const storedGoal = z.object({
  _id: z.optional(z.string()),
  label: z.string(),
  target: z.string(),
  unit: z.string(),
});

/** A question as the form has it: its options are lines of text. */
export const questionDraft = z.pipe(
  z.pipe(
    storedQuestion,
    z.transform(
      ({ options, ...question }): z.input<typeof writtenQuestion> => ({
        ...question,
        options: linesOf(options),
      }),
    ),
  ),
  writtenQuestion,
);

/** A goal as the form has it: its target is text. */
export const goalDraft = z.pipe(
  z.pipe(
    storedGoal,
    z.transform(
      ({ target, ...goal }): z.input<typeof writtenGoal> => ({
        ...goal,
        // The schema rejects what is no number.
        target: wholeNumber(target) ?? Number.NaN,
      }),
    ),
  ),
  writtenGoal,
);

const linesOf = (text: string) =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** A need in the form: a line of a list on paper. */
export const storedNeed = z.object({
  _id: z.optional(z.string()),
  kind: z.enum(needKinds),
  name: z.string(),
  quantity: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  note: z.string(),
});

const INPUT_LENGTH = '2026-12-05T09:00'.length;

/** The text of a native input of day and time (`2026-12-05T09:00`, site time); empty: none. */
const toInputText = (moment: string | Date | null): string =>
  moment === null ? '' : toPickerText(moment).replace(' ', 'T').slice(0, INPUT_LENGTH);

const fromInputText = (text: string): Date => fromPickerText(`${text.replace('T', ' ')}:00`);

const GROUPED = /^\s*\d{1,3}(\.\d{3})+\s*$/;

/** A need as the form has it, parsed to what a request sends. */
const needDraft = z.pipe(
  z.pipe(
    storedNeed,
    z.transform(
      ({ quantity, startsAt, endsAt, ...need }): z.input<typeof writtenNeed> => ({
        ...need,
        // As people write it: '1.000'.
        quantity: Number(GROUPED.test(quantity) ? quantity.replaceAll('.', '') : quantity),
        // A thing has no times, but keeps what was typed while its kind is changed.
        startsAt: need.kind === 'task' && startsAt !== '' ? fromInputText(startsAt).toISOString() : null,
        endsAt: need.kind === 'task' && endsAt !== '' ? fromInputText(endsAt).toISOString() : null,
      }),
    ),
  ),
  writtenNeed,
);

/** The lines of the form's list without the blank ones; each error has the index of its line. */
export const needsDraft = z.pipe(
  z.array(
    z.pipe(
      z.pipe(
        storedNeed,
        z.transform(need => (isBlank(need) ? null : need)),
      ),
      z.nullable(needDraft),
    ),
  ),
  z.transform(needs => needs.filter(need => need !== null)),
);

/** Needs as a request sends them. */
export const needsBody = (needs: z.output<typeof needsDraft>) =>
  needs.map(({ startsAt, endsAt, ...need }) => ({
    ...need,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }));

export type NeedDraft = z.infer<typeof storedNeed>;

export const emptyNeed: NeedDraft = {
  ...{ kind: 'task', name: '', quantity: '1', startsAt: '', endsAt: '', note: '' },
};

export const toNeedDraft = ({ taken: _taken, ...need }: Need): NeedDraft => ({
  ...need,
  quantity: String(need.quantity),
  startsAt: toInputText(need.startsAt),
  endsAt: toInputText(need.endsAt),
});

/** The same need when its activity moves from one picked date to another: the times of a task move along. */
export function movedNeed(need: NeedDraft, from: string, to: string): NeedDraft {
  const distance = fromPickerText(to).getTime() - fromPickerText(from).getTime();
  const moved = (text: string) =>
    text === '' ? '' : toInputText(new Date(fromInputText(text).getTime() + distance));
  return { ...need, startsAt: moved(need.startsAt), endsAt: moved(need.endsAt) };
}

/** A line on which nothing is written; it is not sent. */
export const isBlank = ({ name, note }: NeedDraft): boolean => name.trim() === '' && note.trim() === '';

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

import { accessibilities } from '@minga/contract/accessibility';
import { PAST_DATE_MESSAGE, type WholeActivity } from '@minga/contract/activities';
import { newActivity } from '@minga/contract/activity-fields';
import { endDateProblem } from '@minga/contract/activity-values';
import { contacts } from '@minga/contract/contact';
import { questionKinds } from '@minga/contract/questions';
import { categories, normalizedTag } from '@minga/contract/topics';
import * as z from 'zod/mini';
import { describeForm, type FormField, pictureField } from '../../../components/form/describe-form.ts';
import type { FormMethods } from '../../../components/form/field-props.ts';
import { wholeNumber } from '../model.ts';
import { movedNeed, needsField, repeatedDays, repeatField } from './draft-parts.ts';
import { locationText, parseLocation, readLocation } from './parse-location.ts';
import { dayOf, fromPickerText, movedAlong, nextWeekday, siteToday, toPickerText } from './picked-date.ts';

type Edited = Pick<WholeActivity, 'date' | 'endDate'> & Partial<Pick<WholeActivity, 'collective'>>;

const field = <Value>(described: FormField<Value, WholeActivity, Edited>) => described;

const checkbox = (
  name: 'isLocationPrivate' | 'needsRequired' | 'hasWaitingList' | 'asksAgain' | 'selfCheckIn',
  isChecked = false,
) => field({ empty: isChecked, shape: z.boolean(), read: activity => activity[name] });

/** A list as text with commas. */
const commaList = (name: 'responsible' | 'tags', entriesOf: (text: string) => string[]) =>
  field({ empty: '', shape: z.string(), read: activity => activity[name].join(', '), convert: entriesOf });

/** Splits a comma-separated text as the contract does: trimmed, without blank items. */
export const responsibleNames = (text: string): string[] => trimmedParts(text, ',');

/** The tags in a text such as 'río, #reciclaje', as they are stored. */
export const writtenTags = (text: string): string[] =>
  [...new Set(text.split(',').map(normalizedTag))].filter(tag => tag !== '');

const trimmedParts = (text: string, separator: string): string[] =>
  text
    .split(separator)
    .map(part => part.trim())
    .filter(part => part !== '');

const DOUBTFUL_LOCATION = 'Mira el punto en el mapa: muévelo si no es ahí, y toca «Usar este punto»';

/** The input `date` is the picker's text (`2026-12-05 09:00:00`, site time). An unchanged date passes even if it is in the past. */
const dateField = field({
  empty: '',
  shape: z.string(),
  read: ({ date }) => toPickerText(date),
  rule(edited) {
    const currentDate = edited && toPickerText(edited.date);
    const picked = z.string().check(
      z.minLength(1, { error: 'La fecha es requerida', abort: true }),
      // The rule compares days: any hour of today is valid (docs/rules.md R3.1).
      z.refine(text => text === currentDate || dayOf(text) >= siteToday(), PAST_DATE_MESSAGE),
    );
    // The picker has no seconds' fractions.
    const convert = (text: string) =>
      edited && text === currentDate ? edited.date : fromPickerText(text).toUTCString();
    return z.pipe(z.pipe(picked, z.transform(convert)), newActivity.shape.date);
  },
});

/** The fields of the form that are no plain texts of the contract (CONTRIBUTING.md, a new optional text of an activity). */
const form = describeForm(newActivity, {
  date: dateField,
  endDate: field({
    empty: '',
    shape: z.string(),
    read: ({ endDate }) => (endDate === null ? '' : toPickerText(endDate)),
    convert(picked, edited) {
      if (picked === '') return null;
      const isCurrent = edited?.endDate && picked === toPickerText(edited.endDate);
      return isCurrent ? edited.endDate : fromPickerText(picked).toUTCString();
    },
  }),
  responsible: commaList('responsible', responsibleNames),
  location: field({
    empty: '',
    shape: z.string(),
    read: ({ location }) => locationText(location),
    rule: () =>
      z.pipe(
        z.string().check(({ value, issues }) => {
          const reading = readLocation(value);
          if (reading === null || reading.kind === 'exact') return;
          const message = reading.kind === 'doubtful' ? DOUBTFUL_LOCATION : reading.sentence;
          issues.push({ code: 'custom', message, input: value });
        }),
        z.transform(parseLocation),
      ),
  }),
  isLocationPrivate: checkbox('isLocationPrivate'),
  /** Its options are lines of text. */
  questions: field({
    empty: [],
    shape: z.array(
      z.object({
        _id: z.optional(z.string()),
        label: z.string(),
        kind: z.enum(questionKinds),
        options: z.string(),
        required: z.boolean(),
      }),
    ),
    read: ({ questions }) =>
      questions.map(question => ({ ...question, options: question.options.join('\n') })),
    convert: questions =>
      questions.map(question => ({ ...question, options: trimmedParts(question.options, '\n') })),
  }),
  needs: needsField,
  /** Its target is text. */
  goals: field({
    empty: [],
    shape: z.array(
      z.object({ _id: z.optional(z.string()), label: z.string(), target: z.string(), unit: z.string() }),
    ),
    read: ({ goals }) => goals.map(({ reached, ...goal }) => ({ ...goal, target: String(goal.target) })),
    // The schema rejects what is no number.
    convert: goals => goals.map(goal => ({ ...goal, target: wholeNumber(goal.target) ?? Number.NaN })),
  }),
  needsRequired: checkbox('needsRequired'),
  contact: field({ empty: 'email', shape: z.enum(contacts), read: ({ contact }) => contact }),
  capacity: field({
    empty: '',
    shape: z.string(),
    read: ({ capacity }) => (capacity === null ? '' : String(capacity)),
    convert: wholeNumber,
  }),
  companionsMax: field({
    empty: '0',
    shape: z.string(),
    read: ({ companionsMax }) => String(companionsMax),
    convert: Number,
  }),
  hasWaitingList: checkbox('hasWaitingList', true),
  asksAgain: checkbox('asksAgain'),
  /** Left out unless it changes: a collective that is not public is not in the form, and stays. */
  collectiveId: field({
    empty: '',
    shape: z.string(),
    read: ({ collective }) => collective?._id ?? '',
    convert: (picked, edited) => (picked === (edited?.collective?._id ?? '') ? undefined : picked),
  }),
  category: field({
    empty: '',
    shape: z.enum(['', ...categories]),
    read: ({ category }) => category ?? '',
  }),
  tags: commaList('tags', writtenTags),
  accessibility: field({
    empty: [],
    shape: z.array(z.enum(accessibilities)),
    read: ({ accessibility }) => accessibility,
  }),
  selfCheckIn: checkbox('selfCheckIn'),
  isFederated: field({
    empty: true,
    shape: z.boolean(),
    read: ({ isFederated }) => isFederated !== false,
  }),
  repeat: repeatField,
  image: pictureField,
});

/** The values of an empty form, those of an existing activity, and the part that a tab stores. */
export const { empty: emptyDraft, read: toDraft, stored: storedValues } = form;

export type DraftValues = typeof emptyDraft;
export type ActivityDraft = z.output<ReturnType<typeof form.schema>>;
export type DraftForm = FormMethods<DraftValues, ActivityDraft>;

/**
 * The form's schema: validates by the contract's rules and outputs the request's fields with the image. An unchanged date of
 * `edited` keeps its milliseconds (docs/rules.md R3.1).
 */
export const activityDraftSchema = (edited: Edited | null = null) =>
  form.schema(edited).check(({ value, issues }) => {
    const { date, endDate, repeat } = value;
    if (!(date instanceof Date)) return;
    const isRule = issues.every(({ path }) => path?.[0] !== 'repeat');
    const repeated = repeat && isRule ? repeatedDays(repeat, toPickerText(date)) : null;
    if (repeated !== null && 'problem' in repeated)
      issues.push({ code: 'custom', message: repeated.problem, path: ['repeat'], input: repeat });
    if (!(endDate instanceof Date)) return;
    const problem = endDateProblem(date, endDate);
    if (problem !== null)
      issues.push({ code: 'custom', message: problem, path: ['endDate'], input: endDate });
  });

/** The part of the form that a line of its list uses. */
export type LineForm = Pick<DraftForm, 'control' | 'register' | 'setFocus' | 'setValue'>;

/** The group of the form's folds. */
export const PARTS = 'activity-parts';

export const emptyQuestion: DraftValues['questions'][number] = {
  label: '',
  kind: 'text',
  options: '',
  required: false,
};

export const emptyGoal: DraftValues['goals'][number] = { label: '', target: '', unit: '' };

/** The form's initial values for a copy: the next date on the same weekday, and all else but what people have signed up for. */
export function toCopy(activity: WholeActivity, image: File | null): DraftValues {
  const draft = toDraft(activity);
  const date = nextWeekday(draft.date);
  return {
    ...draft,
    date,
    endDate: movedAlong(draft.endDate, draft.date, date),
    questions: draft.questions.map(({ _id, ...question }) => question),
    goals: draft.goals.map(({ _id, ...goal }) => goal),
    needs: draft.needs.map(({ _id, ...need }) => movedNeed(need, draft.date, date)),
    image,
  };
}

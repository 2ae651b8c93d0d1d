import { PAST_DATE_MESSAGE, type WholeActivity } from '@minga/contract/activities';
import { activityFields } from '@minga/contract/activity-fields';
import { endDateProblem } from '@minga/contract/activity-values';
import { contacts } from '@minga/contract/contact';
import { DIRECTIONS_MAX } from '@minga/contract/location';
import { capacity, companionsMax } from '@minga/contract/place-fields';
import { optionalText } from '@minga/contract/text';
import { type Category, categories, normalizedTag } from '@minga/contract/topics';
import * as z from 'zod/mini';
import { wholeNumber } from '../model.ts';
import {
  goalDraft,
  movedNeed,
  needsDraft,
  noRepeat,
  questionDraft,
  repeatDraft,
  repeatedDays,
  toNeedDraft,
  withOwnWeekday,
} from './draft-parts.ts';
import { locationText, parseLocation, readLocation } from './parse-location.ts';
import { dayOf, fromPickerText, movedAlong, nextWeekday, siteToday, toPickerText } from './picked-date.ts';

type Edited = Pick<WholeActivity, 'date' | 'endDate'> & Partial<Pick<WholeActivity, 'collective'>>;

/**
 * The form's schema: validates by the contract's rules and outputs ActivityFields with the image. The input `date` is the
 * picker's text (`2026-12-05 09:00:00`, site time) and `responsible` a comma-separated list. An unchanged date of `edited`
 * passes even if it is in the past, and keeps its milliseconds (docs/rules.md R3.1).
 */
export function activityDraftSchema(edited: Edited | null = null) {
  const currentDate = edited && toPickerText(edited.date);
  const currentEnd = edited?.endDate ? toPickerText(edited.endDate) : null;
  const fields = z.extend(activityFields, {
    date: z.pipe(
      z.pipe(
        z.string().check(
          z.minLength(1, { error: 'La fecha es requerida', abort: true }),
          // The rule compares days: any hour of today is valid (docs/rules.md R3.1).
          z.refine(picked => picked === currentDate || dayOf(picked) >= siteToday(), PAST_DATE_MESSAGE),
        ),
        z.transform((picked: string) =>
          edited && picked === currentDate ? edited.date : fromPickerText(picked).toUTCString(),
        ),
      ),
      activityFields.shape.date,
    ),
    responsible: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string): unknown => responsibleNames(text)),
      ),
      activityFields.shape.responsible,
    ),
    endDate: z.pipe(
      z.string(),
      z.transform((picked: string): Date | null => {
        if (picked === '') return null;
        // The picker has no seconds' fractions.
        return edited?.endDate && picked === currentEnd ? new Date(edited.endDate) : fromPickerText(picked);
      }),
    ),
    location: z.pipe(
      z.string().check(({ value, issues }) => {
        const reading = readLocation(value);
        if (reading === null || reading.kind === 'exact') return;
        const message = reading.kind === 'doubtful' ? DOUBTFUL_LOCATION : reading.sentence;
        issues.push({ code: 'custom', message, input: value });
      }),
      z.transform(parseLocation),
    ),
    directions: optionalText(
      DIRECTIONS_MAX,
      () => `Las indicaciones deben tener como máximo ${DIRECTIONS_MAX} caracteres`,
    ),
    isLocationPrivate: z.boolean(),
    questions: z.array(questionDraft),
    needs: needsDraft,
    goals: z.array(goalDraft),
    needsRequired: z.boolean(),
    contact: z.enum(contacts),
    capacity: z.pipe(z.pipe(z.string(), z.transform(wholeNumber)), capacity),
    companionsMax: z.pipe(z.pipe(z.string(), z.transform(Number)), companionsMax),
    hasWaitingList: z.boolean(),
    asksAgain: z.boolean(),
    // Left out unless it changes: a collective that is not public is not in the form, and stays.
    collectiveId: z.pipe(
      z.string(),
      z.transform((picked: string) =>
        picked === (edited?.collective?._id ?? '') ? undefined : picked || null,
      ),
    ),
    category: z.pipe(
      z.enum(['', ...categories]),
      z.transform((category): Category | null => category || null),
    ),
    tags: z.pipe(
      z.pipe(
        z.string(),
        z.transform((text: string): unknown => writtenTags(text)),
      ),
      activityFields.shape.tags,
    ),
    repeat: repeatDraft,
    // A new image, the current one, or none.
    image: z.union([z.instanceof(File), z.literal('current'), z.null()]),
  });
  return fields.check(({ value, issues }) => {
    const { date, endDate, repeat } = value;
    if (!(date instanceof Date)) return;
    const isRule = issues.every(({ path }) => path?.[0] !== 'repeat');
    const repeated = repeat && isRule ? repeatedDays(repeat, toPickerText(date)) : null;
    if (repeated !== null && 'problem' in repeated)
      issues.push({ code: 'custom', message: repeated.problem, path: ['repeat'], input: repeat });
    if (endDate === null) return;
    const problem = endDateProblem(date, endDate);
    if (problem !== null)
      issues.push({ code: 'custom', message: problem, path: ['endDate'], input: endDate });
  });
}

/** The tags in a text such as 'río, #reciclaje', as they are stored. */
export const writtenTags = (text: string): string[] =>
  [...new Set(text.split(',').map(normalizedTag))].filter(tag => tag !== '');

export const emptyQuestion: DraftValues['questions'][number] = {
  label: '',
  kind: 'text',
  options: '',
  required: false,
};

export const emptyGoal: DraftValues['goals'][number] = { label: '', target: '', unit: '' };

const DOUBTFUL_LOCATION = 'Mira el punto en el mapa: muévelo si no es ahí, y toca «Usar este punto»';

type Schema = ReturnType<typeof activityDraftSchema>;
export type DraftValues = z.input<Schema>;
export type ActivityDraft = z.output<Schema>;

export const emptyDraft: DraftValues = {
  title: '',
  description: '',
  place: '',
  date: '',
  endDate: '',
  location: '',
  directions: '',
  isLocationPrivate: false,
  questions: [],
  needs: [],
  goals: [],
  needsRequired: false,
  contact: 'email',
  capacity: '',
  companionsMax: '0',
  hasWaitingList: true,
  asksAgain: false,
  collectiveId: '',
  category: '',
  tags: '',
  repeat: noRepeat,
  responsible: '',
  image: null,
};

/** The rule that a request sends, with the weekday of the date; null: the activity does not repeat. */
export const repeatBody = ({ date, repeat }: Pick<ActivityDraft, 'date' | 'repeat'>) =>
  repeat && withOwnWeekday(repeat, toPickerText(date));

/** The form's initial values for an existing activity. */
export const toDraft = ({
  title,
  description,
  place,
  date,
  endDate,
  location,
  directions,
  isLocationPrivate,
  questions,
  needs,
  goals,
  needsRequired,
  contact,
  capacity: people,
  companionsMax: companions,
  hasWaitingList,
  asksAgain,
  collective,
  category,
  tags,
  responsible,
  image,
}: Pick<
  WholeActivity,
  Exclude<keyof DraftValues, 'collectiveId' | 'repeat'> | 'collective'
>): DraftValues => ({
  title,
  description,
  place,
  date: toPickerText(date),
  endDate: endDate === null ? '' : toPickerText(endDate),
  location: locationText(location),
  directions,
  isLocationPrivate,
  questions: questions.map(question => ({ ...question, options: question.options.join('\n') })),
  needs: needs.map(toNeedDraft),
  goals: goals.map(({ _id, label, target, unit }) => ({ _id, label, target: String(target), unit })),
  needsRequired,
  contact,
  capacity: people === null ? '' : String(people),
  companionsMax: String(companions),
  hasWaitingList,
  asksAgain,
  collectiveId: collective?._id ?? '',
  category: category ?? '',
  tags: tags.join(', '),
  // What is published stays as it is; a copy repeats only if its author says so.
  repeat: noRepeat,
  responsible: responsible.join(', '),
  image: image === null ? null : 'current',
});

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

/** Splits a comma-separated text as the contract does: trimmed, without blank items. */
export const responsibleNames = (text: string): string[] =>
  text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '');

import { type Activity, activityFields, PAST_DATE_MESSAGE } from '@minga/contract/activities';
import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE, IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from '@minga/contract/images';
import * as z from 'zod/mini';
import { dayOf, pickedMoment, pickedText, siteToday } from './picked-date.ts';
import { responsibleNames } from './responsible-names.ts';

/**
 * What the form holds, checked by the contract's own rules; it comes out as ActivityFields and the picture. `date` is
 * the picker's text (`2026-12-05 09:00:00`, the site's time), `responsible` the comma-separated one. The date that
 * `edited` has may stay as it is, to the millisecond, though it has passed (CONTRACT.md section 3).
 */
export function activityDraft(edited: Pick<Activity, 'date'> | null = null) {
  const keptDate = edited && pickedText(edited.date);
  return z.extend(activityFields, {
    date: z.pipe(
      z.pipe(
        z.string().check(
          z.minLength(1, { error: 'La fecha es requerida', abort: true }),
          // Today is allowed whatever the hour: the rule is about days (spec 000 section 5).
          z.refine(picked => picked === keptDate || dayOf(picked) >= siteToday(), PAST_DATE_MESSAGE),
        ),
        z.transform((picked: string) =>
          edited && picked === keptDate ? edited.date : pickedMoment(picked).toUTCString(),
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
    // A new picture, the one that the activity has already, or none.
    image: z.union([z.instanceof(File), z.literal('kept'), z.null()]),
  });
}

type Schema = ReturnType<typeof activityDraft>;
export type DraftValues = z.input<Schema>;
export type ActivityDraft = z.output<Schema>;

export const emptyDraft: DraftValues = {
  title: '',
  description: '',
  place: '',
  date: '',
  responsible: '',
  image: null,
};

/** The activity as its form begins. */
export const draftOf = ({
  title,
  description,
  place,
  date,
  responsible,
  image,
}: Pick<Activity, keyof DraftValues>): DraftValues => ({
  title,
  description,
  place,
  date: pickedText(date),
  responsible: responsible.join(', '),
  image: image === null ? null : 'kept',
});

/** The sentence that refuses this file as a picture, or null. The server looks at the bytes again. */
export function imageRefusal(file: File): string | null {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) return IMAGE_TYPE_MESSAGE;
  return file.size > IMAGE_BYTES_MAX ? IMAGE_SIZE_MESSAGE : null;
}

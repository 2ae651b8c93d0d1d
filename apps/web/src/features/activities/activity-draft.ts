import { type Activity, activityFields, PAST_DATE_MESSAGE } from '@minga/contract/activities';
import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE, IMAGE_TYPES, imageTypeMessage } from '@minga/contract/images';
import * as z from 'zod/mini';
import { dayOf, fromPickerText, siteToday, toPickerText } from './picked-date.ts';
import { responsibleNames } from './responsible-names.ts';

/**
 * The form's schema: validates by the contract's rules and outputs ActivityFields with the image. The input `date` is the
 * picker's text (`2026-12-05 09:00:00`, site time) and `responsible` a comma-separated list. An unchanged date of `edited`
 * passes even if it is in the past, and keeps its milliseconds (CONTRACT.md section 3).
 */
export function activityDraftSchema(edited: Pick<Activity, 'date'> | null = null) {
  const currentDate = edited && toPickerText(edited.date);
  return z.extend(activityFields, {
    date: z.pipe(
      z.pipe(
        z.string().check(
          z.minLength(1, { error: 'La fecha es requerida', abort: true }),
          // The rule compares days: any hour of today is valid (spec 000 section 5).
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
    // A new image, the current one, or none.
    image: z.union([z.instanceof(File), z.literal('current'), z.null()]),
  });
}

type Schema = ReturnType<typeof activityDraftSchema>;
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

/** The form's initial values for an existing activity. */
export const toDraft = ({
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
  date: toPickerText(date),
  responsible: responsible.join(', '),
  image: image === null ? null : 'current',
});

/** Why this file is not a valid image, or null. The server inspects the content itself. */
export function imageError(file: File): string | null {
  // Some systems name no type for the photos of iPhones.
  const type = file.type === '' && /\.hei[cf]$/i.test(file.name) ? 'image/heic' : file.type;
  if (!(IMAGE_TYPES as readonly string[]).includes(type)) return imageTypeMessage(type);
  return file.size > IMAGE_BYTES_MAX ? IMAGE_SIZE_MESSAGE : null;
}

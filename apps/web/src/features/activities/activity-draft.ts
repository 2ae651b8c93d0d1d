import {
  activityFields,
  IMAGE_BYTES_MAX,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  IMAGE_TYPES,
  PAST_DATE_MESSAGE,
} from '@minga/contract/activities';
import dayjs from 'dayjs';
import { z } from 'zod';

/**
 * What the form holds, checked by the contract's own rules; it comes out as ActivityFields and the picture. `date` is
 * the picker's local time (`2026-12-05 09:00:00`), `responsible` the comma-separated text.
 */
export const activityDraft = activityFields.extend({
  date: z
    .string('La fecha es requerida')
    .transform(picked => (picked === '' ? '' : dayjs(picked).toDate().toUTCString()))
    .pipe(activityFields.shape.date)
    // Today is allowed whatever the hour: the rule is about days (spec 000 section 5).
    .refine(date => !dayjs(date).isBefore(dayjs(), 'day'), PAST_DATE_MESSAGE),
  responsible: z.string().pipe(activityFields.shape.responsible),
  image: z.instanceof(File).nullable(),
});

type DraftInput = z.input<typeof activityDraft>;
/** An empty picker holds null, which the schema refuses as a missing date. */
export type DraftValues = Omit<DraftInput, 'date'> & { date: string | null };
export type ActivityDraft = z.output<typeof activityDraft>;

export const emptyDraft: DraftValues = {
  title: '',
  description: '',
  place: '',
  date: null,
  responsible: '',
  image: null,
};

/** The sentence that refuses this file as a picture, or null. The server looks at the bytes again. */
export function imageRefusal(file: File): string | null {
  if (!(IMAGE_TYPES as readonly string[]).includes(file.type)) return IMAGE_TYPE_MESSAGE;
  return file.size > IMAGE_BYTES_MAX ? IMAGE_SIZE_MESSAGE : null;
}

/** Length of the responsible people as the contract counts it: joined again, without blank items. */
export function responsibleLength(text: string): number {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
    .join(', ').length;
}

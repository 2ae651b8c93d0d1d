import {
  activityFields,
  IMAGE_BYTES_MAX,
  IMAGE_SIZE_MESSAGE,
  IMAGE_TYPE_MESSAGE,
  IMAGE_TYPES,
  PAST_DATE_MESSAGE,
} from '@minga/contract/activities';
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone';
import utc from 'dayjs/plugin/utc';
import * as z from 'zod/mini';
import { siteTimeZone } from '../../lib/time-zone.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Today on the site's calendar, as the picker writes it (`2026-11-21`): whoever publishes from abroad means the site's day. */
export const siteToday = () => dayjs().tz(siteTimeZone).format('YYYY-MM-DD');

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * What the form holds, checked by the contract's own rules; it comes out as ActivityFields and the picture. `date` is
 * the picker's text (`2026-12-05 09:00:00`, the site's time), `responsible` the comma-separated one.
 */
export const activityDraft = z.extend(activityFields, {
  date: z.pipe(
    z.pipe(
      z.string().check(
        z.minLength(1, { error: 'La fecha es requerida', abort: true }),
        // Today is allowed whatever the hour: the rule is about days (spec 000 section 5).
        z.refine(picked => picked.slice(0, DAY_LENGTH) >= siteToday(), PAST_DATE_MESSAGE),
      ),
      z.transform((picked: string) => dayjs.tz(picked, siteTimeZone).toDate().toUTCString()),
    ),
    activityFields.shape.date,
  ),
  responsible: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string): unknown => text),
    ),
    activityFields.shape.responsible,
  ),
  image: z.nullable(z.instanceof(File)),
});

export type DraftValues = z.input<typeof activityDraft>;
export type ActivityDraft = z.output<typeof activityDraft>;

export const emptyDraft: DraftValues = {
  title: '',
  description: '',
  place: '',
  date: '',
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

import * as z from 'zod/mini';

const utcString = /^(Sun|Mon|Tue|Wed|Thu|Fri|Sat), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const isoString = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;
const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * A date in ISO 8601 or in the format of `Date.prototype.toUTCString()` (docs/rules.md R3.2), parsed to a Date. A day without a time
 * (`2026-12-05`) is not parsed, since only the server knows the site's time zone.
 */
export const activityDate = z
  .pipe(
    z.string('La fecha es requerida').check(
      z.trim(),
      z.minLength(1, 'La fecha es requerida'),
      z.refine(value => utcString.test(value) || isoString.test(value), 'La fecha no es válida'),
      z.refine(isCalendarDate, 'La fecha no existe en el calendario'),
    ),
    z.transform((value: string): Date | string => (day.test(value) ? value : new Date(value))),
  )
  .check(
    z.refine(value => {
      // The time is added, since JavaScript parses an invalid day without a time, such as 0001-13-13, to another date.
      const date = value instanceof Date ? value : new Date(`${value}T00:00:00Z`);
      return !Number.isNaN(date.getTime()) && date.getUTCFullYear() < 2200;
    }, 'La fecha no es válida'),
  );

/** Rejects 30 February, which JavaScript parses as 2 March. Other checks reject values that are not dates. */
function isCalendarDate(value: string): boolean {
  const [, day = ''] = /^\d{4}-\d{2}-(\d{2})|^/.exec(value) ?? [];
  const date = new Date(day === '' ? value : value.slice(0, 10));
  const named = Number(day === '' ? value.slice(5, 7) : day);
  return Number.isNaN(date.getTime()) || date.getUTCDate() === named;
}

/** Accepts a list, its JSON text or comma-separated text; trims entries, drops blanks, limits the joined length to `max`. */
export function responsibleList(max: number) {
  const tooLong = `Los responsables deben tener como máximo ${max} caracteres`;
  const list = z
    .array(z.string('Los responsables deben ser texto'), 'Los responsables deben ser una lista')
    .check(z.maxLength(max, tooLong));
  return z
    .pipe(
      z.pipe(
        z.transform((value: unknown) => (typeof value === 'string' ? fromText(value) : value)),
        list,
      ),
      z.transform((names: string[]) =>
        names.map(name => name.replace(/\p{Cc}|\s+/gu, ' ').trim()).filter(name => name !== ''),
      ),
    )
    .check(z.refine(names => [...names.join(', ')].length <= max, tooLong));
}

function fromText(value: string): unknown {
  if (!value.trim().startsWith('[')) return value.split(',');
  try {
    return JSON.parse(value);
  } catch {
    return value.split(',');
  }
}

/** A field in JSON, or in a form as its JSON text, where an empty field is null (docs/rules.md R3.2). */
export const formValue = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? parsed(value.trim()) : value)),
    schema,
  );

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An optional date. In a form, an empty field is null. */
export const optionalDate = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value)),
  z.nullable(activityDate),
);

const END_BEFORE_START = 'La hora de fin debe ser posterior al inicio';
export const DURATION_DAYS_MAX = 14;
const TOO_LONG = `La actividad puede durar máximo ${DURATION_DAYS_MAX} días`;

/** Returns the reason for which an activity cannot have this end, or null if it can (docs/rules.md R9.1). */
export function endDateProblem(start: Date, end: Date): string | null {
  const milliseconds = end.getTime() - start.getTime();
  if (milliseconds <= 0) return END_BEFORE_START;
  return milliseconds > DURATION_DAYS_MAX * 24 * 60 * 60 * 1000 ? TOO_LONG : null;
}

/** Whether all `_id`s of the entries are distinct. New entries have no `_id`. */
export function haveDistinctIds(entries: readonly { readonly _id?: string | undefined }[]): boolean {
  const ids = entries.flatMap(({ _id }) => _id ?? []);
  return new Set(ids).size === ids.length;
}

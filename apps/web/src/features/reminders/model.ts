import { phaseOf } from '@minga/contract/activity-phase';
import {
  DAYS_BEFORE_MAX,
  DAYS_BEFORE_MESSAGE,
  DAYS_BEFORE_MIN,
  INCOMPLETE_REMINDER_MESSAGE,
  newReminder,
  reminderEdit,
} from '@minga/contract/reminders';
import type { BaseSyntheticEvent } from 'react';
import * as z from 'zod/mini';
import { isAfterToday, shortDate } from '../../lib/dates/dates.ts';
import { counted } from '../../lib/digits.ts';
import { ApiError } from '../../lib/server/api.ts';

/** An activity for which the user can set a reminder. */
export interface Choice {
  readonly _id: string;
  readonly title: string;
  readonly date: string;
  /** Null: without an end. */
  readonly endDate: string | null;
  readonly place: string;
  readonly description: string;
}

const optionalText = z.catch(z.string(), '');
const optionalTime = z.catch(z.nullable(z.string()), null);
const requiredText = z.string().check(z.minLength(1));

/** Id, title and date of an activity are required (docs/rules.md R5.7). */
const attendanceRow = z.object({
  _id: requiredText,
  task: z.object({
    _id: requiredText,
    title: requiredText,
    date: requiredText,
    endDate: optionalTime,
    place: optionalText,
    description: optionalText,
  }),
});

/** The distinct activities of the attendances, by date; incomplete ones are dropped. Null if the input is not a list. */
export function confirmedChoices(attendances: unknown): Choice[] | null {
  if (!Array.isArray(attendances)) return null;
  const tasks = attendances.flatMap(row => attendanceRow.safeParse(row).data?.task ?? []);
  return byDate([...new Map(tasks.map(task => [task._id, task])).values()]);
}

/** Ascending; invalid dates last. */
const byDate = (choices: Choice[]): Choice[] =>
  choices.toSorted((one, other) => (Date.parse(one.date) || Infinity) - (Date.parse(other.date) || Infinity));

export type ChoiceStatus = '(Pasada)' | '(En curso)' | '(Hoy)' | '(Ya configurada)';

/** Activities from tomorrow on; a reminder is sent at least one day before. */
const isSelectable = ({ date }: Pick<Choice, 'date'>, now: Date): boolean => isAfterToday(date, now);

/** Why an activity cannot be selected or already has a reminder; null if neither. */
export function choiceStatus(
  choice: Choice,
  configured: ReadonlySet<string>,
  now: Date,
): ChoiceStatus | null {
  if (!isSelectable(choice, now)) {
    if (new Date(choice.date) > now) return '(Hoy)';
    return phaseOf(choice, now) === 'ongoing' ? '(En curso)' : '(Pasada)';
  }
  return configured.has(choice._id) ? '(Ya configurada)' : null;
}

/** 'Encontradas 3 actividades confirmadas: 2 futuras, 1 pasadas' (docs/rules.md R5.7). */
export function choicesSummary(confirmed: readonly Choice[], now: Date): string {
  const upcoming = confirmed.filter(choice => isSelectable(choice, now)).length;
  const counts = `${upcoming} futuras, ${confirmed.length - upcoming} pasadas`;
  return `Encontradas ${confirmed.length} actividades confirmadas: ${counts}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a reminder of so many days before would be due already (docs/rules.md R5.2); false if it cannot be saved. */
export function isDueAtOnce(
  choice: Choice,
  daysBefore: string,
  configured: ReadonlySet<string>,
  now: Date,
): boolean {
  const days = Number(daysBefore);
  const isValid = Number.isInteger(days) && days >= DAYS_BEFORE_MIN && days <= DAYS_BEFORE_MAX;
  if (!isValid || choiceStatus(choice, configured, now) !== null) return false;
  return new Date(choice.date).getTime() - days * DAY_MS <= now.getTime();
}

/** Converts the text of a number field to the contract's integer from 1 to 30. */
const daysInput = z.pipe(
  z.pipe(
    z.string(),
    z.transform(text => (text.trim() === '' ? null : Number(text))),
  ),
  reminderEdit.shape.daysBefore,
);

export const newReminderForm = z.extend(newReminder, { daysBefore: daysInput });
export const reminderEditForm = z.extend(reminderEdit, { daysBefore: daysInput });

type Errors = Partial<Record<'task' | 'daysBefore', { message?: string }>>;

/** The message for an invalid form; a missing value takes precedence. */
export function validationMessage({ task, daysBefore }: Errors, submit?: BaseSyntheticEvent): string {
  const days = hasBadInput(submit?.target) ? DAYS_BEFORE_MESSAGE : daysBefore?.message;
  const messages = [task?.message, days].filter(message => message !== undefined);
  return messages.find(text => text === INCOMPLETE_REMINDER_MESSAGE) ?? messages[0] ?? '';
}

/** A number field with invalid text such as 'e' has an empty value, but must not be reported as missing. */
function hasBadInput(form: unknown): boolean {
  const field = form instanceof HTMLFormElement && form.elements.namedItem('daysBefore');
  return field instanceof HTMLInputElement && field.validity.badInput;
}

/** 'Notificar 1 día antes' */
export const noticeText = (days: number): string => `Notificar ${counted(days, 'día', 'días')} antes`;

// Texts for missing values (docs/rules.md R5.8).
export const titleText = (title: string | undefined): string => title || 'Sin título';
export const placeText = (place: string | undefined): string => place || 'Sin ubicación';
export const descriptionText = (description: string | undefined): string => description || 'Sin descripción';

/** 'sáb, 5 dic 2026' */
export function dateText(date: string | undefined): string {
  if (!date) return 'Sin fecha';
  return Number.isNaN(Date.parse(date)) ? 'Fecha inválida' : shortDate(date);
}

const UNAUTHENTICATED = 'No autorizado. Inicia sesión nuevamente.';
const SAVING = 'Error al guardar configuración';
const INVALID = 'Datos inválidos';
const SERVER_ERROR = 'Error interno del servidor. Revisa los datos enviados.';

/** The server's message for a failed call, or the fallback. */
export function errorReason(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 401) return UNAUTHENTICATED;
  return error.code === 'UNREADABLE' ? fallback : error.messages.join(' ');
}

/** The message for a reminder that could not be saved, with the reason if known (docs/rules.md R5.7). */
export function savingErrorText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : null;
  const reason = status === 500 ? SERVER_ERROR : errorReason(error, status === 400 ? INVALID : '');
  return reason === '' ? SAVING : `${SAVING}: ${reason}`;
}

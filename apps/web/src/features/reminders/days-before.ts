import {
  DAYS_BEFORE_MESSAGE,
  INCOMPLETE_REMINDER_MESSAGE,
  newReminder,
  reminderEdit,
} from '@minga/contract/reminders';
import type { BaseSyntheticEvent } from 'react';
import * as z from 'zod/mini';

/** What a number field holds, as the contract wants it: a whole number from 1 to 30. */
const typedDays = z.pipe(
  z.pipe(
    z.string(),
    z.transform(text => (text.trim() === '' ? null : Number(text))),
  ),
  reminderEdit.shape.daysBefore,
);

export const newReminderForm = z.extend(newReminder, { daysBefore: typedDays });
export const reminderEditForm = z.extend(reminderEdit, { daysBefore: typedDays });

type Errors = Partial<Record<'task' | 'daysBefore', { message?: string }>>;

/** The one sentence for a form that is refused: first that something is missing. */
export function refusalOf({ task, daysBefore }: Errors, submit?: BaseSyntheticEvent): string {
  const days = showsNoNumber(submit?.target) ? DAYS_BEFORE_MESSAGE : daysBefore?.message;
  const messages = [task?.message, days].filter(message => message !== undefined);
  return messages.find(text => text === INCOMPLETE_REMINDER_MESSAGE) ?? messages[0] ?? '';
}

/** A number field that shows 'e' holds nothing, but is not empty to who looks at it. */
function showsNoNumber(form: unknown): boolean {
  const field = form instanceof HTMLFormElement && form.elements.namedItem('daysBefore');
  return field instanceof HTMLInputElement && field.validity.badInput;
}

/** 'Notificar 1 día antes' */
export const noticeText = (days: number): string => `Notificar ${days} ${days === 1 ? 'día' : 'días'} antes`;

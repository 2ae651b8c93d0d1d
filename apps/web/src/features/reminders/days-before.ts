import {
  DAYS_BEFORE_MESSAGE,
  INCOMPLETE_REMINDER_MESSAGE,
  newReminder,
  reminderEdit,
} from '@minga/contract/reminders';
import type { BaseSyntheticEvent } from 'react';
import * as z from 'zod/mini';
import { counted } from '../../lib/digits.ts';

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

import { type NewReminder, REMINDER_EXISTS_MESSAGE, type Reminder } from '@minga/contract/reminders';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useCorrected, useSchemaForm } from '../../components/form/use-schema-form.ts';
import { useOutcome } from '../../components/use-outcome.ts';
import { now } from '../../lib/now.ts';
import { useCreateReminder } from './api/create-reminder.ts';
import type { Choice } from './choice.ts';
import { choiceStatus, isDueAtOnce } from './choice-status.ts';
import { newReminderForm, validationMessage } from './days-before.ts';
import { savingErrorText } from './error-reason.ts';

interface Options {
  userId: string;
  /** The activities that can be selected. */
  choices: readonly Choice[];
  reminders: readonly Reminder[];
  /** The activity of the URL. */
  taskId: string | undefined;
  onChoose: (taskId: string | undefined) => Promise<void>;
}

/** Only the number of days is stored; the activity is in the URL. */
const draftSchema = z.object({ daysBefore: z.string() });
const EMPTY = { task: '', daysBefore: '' };

/** The state and submission of the form for a new reminder. */
export function useNewReminderForm({ userId, choices, reminders, taskId, onChoose }: Options) {
  const outcome = useOutcome();
  const create = useCreateReminder();
  const form = useSchemaForm(newReminderForm, EMPTY);
  const { formState, setValue } = form;
  useFormDraft(form, {
    name: `reminder.${userId}.${taskId ?? 'none'}`,
    schema: draftSchema,
    isUnsaved: () => form.getValues('daysBefore') !== '',
  });
  useCorrected(Object.keys(formState.errors).length > 0, outcome.clear);
  const configured = new Set(reminders.map(({ task }) => task._id));
  const chosen = choices.find(({ _id }) => _id === taskId);
  const chosenId = chosen?._id ?? '';

  useEffect(() => {
    setValue('task', chosenId, { shouldValidate: chosenId !== '' && formState.isSubmitted });
  }, [chosenId, setValue, formState.isSubmitted]);

  async function save(reminder: NewReminder) {
    if (configured.has(reminder.task)) return outcome.showError(REMINDER_EXISTS_MESSAGE);
    try {
      const { wasChecked } = await create.mutateAsync(reminder);
      const suffix = wasChecked ? ' (verificada tras error del servidor)' : '';
      outcome.showSuccess(`Configuración guardada correctamente${suffix}.`);
      await onChoose(undefined);
      form.reset(EMPTY);
    } catch (error) {
      outcome.showError(savingErrorText(error));
    }
  }

  return {
    register: form.register,
    errors: formState.errors,
    submit: form.handleSubmit(save, (errors, event) => outcome.showError(validationMessage(errors, event))),
    isPending: create.isPending,
    outcome,
    configured,
    chosen,
    // While saving, the new reminder is listed before the activity is deselected, so the warning would flash.
    /** The moment of the reminder has passed; the server sends it at once. */
    isDueAtOnce: chosen !== undefined && isDueAtOnce(chosen, form.watch('daysBefore'), configured, now()),
    status: chosen && !formState.isSubmitting ? choiceStatus(chosen, configured, now()) : null,
  };
}

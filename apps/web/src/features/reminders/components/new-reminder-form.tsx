import { Stack, TextInput } from '@mantine/core';
import {
  DAYS_BEFORE_MAX,
  DAYS_BEFORE_MIN,
  type NewReminder,
  REMINDER_EXISTS_MESSAGE,
  type Reminder,
} from '@minga/contract/reminders';
import { useEffect, useId } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import type { TimedMessage } from '../../../components/use-timed-message.ts';
import { now } from '../../../lib/now.ts';
import { useCreateReminder } from '../api/create-reminder.ts';
import type { Choice } from '../choice.ts';
import { type ChoiceStatus, choiceStatus } from '../choice-status.ts';
import { newReminderForm, validationMessage } from '../days-before.ts';
import { savingErrorText } from '../error-reason.ts';
import { useBanner } from '../use-banner.ts';
import { ActivitySelect } from './activity-select.tsx';
import { BannerMessages } from './banner-messages.tsx';
import { ChosenActivity } from './chosen-activity.tsx';
import board from './reminders-board.module.css';

interface Props {
  userId: string;
  confirmed: readonly Choice[];
  own: readonly Choice[];
  reminders: readonly Reminder[];
  /** The activity of the URL. */
  taskId: string | undefined;
  /** The number of activities, shown for a few seconds. */
  found: TimedMessage | null;
  /** Why no activity can be selected. */
  loadFailure: string | null;
  onChoose: (taskId: string | undefined) => Promise<void>;
}

/** Only the number of days is stored; the activity is in the URL. */
const draftSchema = z.object({ daysBefore: z.string() });
const EMPTY = { task: '', daysBefore: '' };
/** Repeats the status of the chosen activity, which the closed select may truncate. */
const WARNINGS: Record<ChoiceStatus, string> = {
  '(Pasada)': 'Advertencia: Esta actividad ya pasó, la notificación no se enviará.',
  '(Hoy)': 'Advertencia: Esta actividad es hoy, la notificación no se enviará.',
  '(Ya configurada)':
    'Ya tienes un recordatorio de esta actividad: cambia sus días en Notificaciones Activas.',
};

const visibleMessage = (text: string | null) =>
  text === null ? null : { sentences: [text], isVisible: true };

/** 'Nueva Configuración' (spec 001 section 2.2). The URL holds the chosen activity. */
export function NewReminderForm(props: Props) {
  const { userId, confirmed, own, reminders, taskId, found, loadFailure, onChoose } = props;
  const headingId = useId();
  const banner = useBanner();
  const create = useCreateReminder();
  const form = useSchemaForm(newReminderForm, EMPTY);
  const { register, handleSubmit, formState, setValue, reset } = form;
  useFormDraft(form, {
    name: `reminder.${userId}.${taskId ?? 'none'}`,
    schema: draftSchema,
    isUnsaved: () => form.getValues('daysBefore') !== '',
  });
  const configured = new Set(reminders.map(({ task }) => task._id));
  const chosen = [...confirmed, ...own].find(({ _id }) => _id === taskId);
  const status = chosen ? choiceStatus(chosen, configured, now()) : null;
  // While saving, the new reminder is listed before the activity is deselected, so the warning would flash.
  const warning = status !== null && !formState.isSubmitting ? WARNINGS[status] : null;
  const chosenId = chosen?._id ?? '';

  useEffect(() => {
    setValue('task', chosenId, { shouldValidate: chosenId !== '' && formState.isSubmitted });
  }, [chosenId, setValue, formState.isSubmitted]);

  async function save(reminder: NewReminder) {
    if (configured.has(reminder.task)) return banner.showError(REMINDER_EXISTS_MESSAGE);
    try {
      const { wasChecked } = await create.mutateAsync(reminder);
      const suffix = wasChecked ? ' (verificada tras error del servidor)' : '';
      banner.showSuccess(`Configuración guardada correctamente${suffix}.`);
      await onChoose(undefined);
      reset(EMPTY);
    } catch (error) {
      banner.showError(savingErrorText(error));
    }
  }

  return (
    <section aria-labelledby={headingId} className={board.panel}>
      <h2 id={headingId} className={board.title}>
        Nueva Configuración
      </h2>
      <form
        noValidate
        onSubmit={handleSubmit(save, (errors, event) => banner.showError(validationMessage(errors, event)))}
      >
        <Stack gap="md">
          <MessageBox kind="error" message={visibleMessage(loadFailure && `Error: ${loadFailure}`)} />
          <div>
            <ActivitySelect
              confirmed={confirmed}
              own={own}
              configured={configured}
              chosenId={chosen?._id}
              hasError={formState.errors.task !== undefined}
              onChoose={onChoose}
            />
            {chosen && <ChosenActivity activity={chosen} />}
          </div>
          <MessageBox kind="warning" message={visibleMessage(warning)} />
          <TextInput
            label="Días de Anticipación"
            description="Entre 1 y 30 días antes de la actividad"
            inputWrapperOrder={['label', 'input', 'description']}
            type="number"
            inputMode="numeric"
            min={DAYS_BEFORE_MIN}
            max={DAYS_BEFORE_MAX}
            error={formState.errors.daysBefore !== undefined}
            {...register('daysBefore')}
          />
          <BannerMessages banner={banner} />
          <BusyButton type="submit" fullWidth isBusy={create.isPending} busyLabel="Guardando...">
            Guardar Configuración
          </BusyButton>
          {/* Last, because it disappears by itself and would shift the content below. */}
          <MessageBox kind="success" message={found} />
        </Stack>
      </form>
    </section>
  );
}

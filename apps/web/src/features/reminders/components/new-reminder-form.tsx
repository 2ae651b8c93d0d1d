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
import { useKeptValues } from '../../../components/form/use-kept-values.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import type { TimedMessage } from '../../../components/use-timed-message.ts';
import { now } from '../../../lib/now.ts';
import { useCreateReminder } from '../api/create-reminder.ts';
import type { Choice } from '../choice.ts';
import { type Mark, markOf } from '../choice-mark.ts';
import { newReminderForm, refusalOf } from '../days-before.ts';
import { savingFailure } from '../failure.ts';
import { useBanner } from '../use-banner.ts';
import { ActivityChoice } from './activity-choice.tsx';
import { BannerMessages } from './banner-messages.tsx';
import { ChosenActivity } from './chosen-activity.tsx';
import board from './reminders-board.module.css';

interface Props {
  userId: string;
  confirmed: readonly Choice[];
  own: readonly Choice[];
  reminders: readonly Reminder[];
  /** The activity that the address names. */
  taskId: string | undefined;
  /** How many activities there are, for a while. */
  found: TimedMessage | null;
  /** Why there are none to choose. */
  loadFailure: string | null;
  onChoose: (taskId: string | undefined) => Promise<void>;
}

/** The number of days; the address keeps which activity. */
const typed = z.object({ daysBefore: z.string() });
const EMPTY = { task: '', daysBefore: '' };
/** The mark of the chosen activity, in words: the closed select may cut it off. */
const WARNINGS: Record<Mark, string> = {
  '(Pasada)': 'Advertencia: Esta actividad ya pasó, la notificación no se enviará.',
  '(Hoy)': 'Advertencia: Esta actividad es hoy, la notificación no se enviará.',
  '(Ya configurada)':
    'Ya tienes un recordatorio de esta actividad: cambia sus días en Notificaciones Activas.',
};

const seen = (text: string | null) => (text === null ? null : { sentences: [text], isVisible: true });

/** 'Nueva Configuración' (spec 001 section 2.2). The address holds which activity it is about. */
export function NewReminderForm(props: Props) {
  const { userId, confirmed, own, reminders, taskId, found, loadFailure, onChoose } = props;
  const headingId = useId();
  const banner = useBanner();
  const create = useCreateReminder();
  const form = useSchemaForm(newReminderForm, EMPTY);
  const { register, handleSubmit, formState, setValue, reset } = form;
  useKeptValues(form, {
    name: `reminder.${userId}.${taskId ?? 'none'}`,
    schema: typed,
    isUnsaved: () => form.getValues('daysBefore') !== '',
  });
  const configured = new Set(reminders.map(({ task }) => task._id));
  const chosen = [...confirmed, ...own].find(({ _id }) => _id === taskId);
  const mark = chosen ? markOf(chosen, configured, now()) : null;
  // What is being saved is configured a moment before it is no longer chosen.
  const warning = mark !== null && !formState.isSubmitting ? WARNINGS[mark] : null;
  const chosenId = chosen?._id ?? '';

  useEffect(() => {
    setValue('task', chosenId, { shouldValidate: chosenId !== '' && formState.isSubmitted });
  }, [chosenId, setValue, formState.isSubmitted]);

  async function save(reminder: NewReminder) {
    if (configured.has(reminder.task)) return banner.fail(REMINDER_EXISTS_MESSAGE);
    try {
      const { wasChecked } = await create.mutateAsync(reminder);
      const remark = wasChecked ? ' (verificada tras error del servidor)' : '';
      banner.succeed(`Configuración guardada correctamente${remark}.`);
      await onChoose(undefined);
      reset(EMPTY);
    } catch (error) {
      banner.fail(savingFailure(error));
    }
  }

  return (
    <section aria-labelledby={headingId} className={board.panel}>
      <h2 id={headingId} className={board.title}>
        Nueva Configuración
      </h2>
      <form
        noValidate
        onSubmit={handleSubmit(save, (errors, event) => banner.fail(refusalOf(errors, event)))}
      >
        <Stack gap="md">
          <MessageBox kind="error" message={seen(loadFailure && `Error: ${loadFailure}`)} />
          <div>
            <ActivityChoice
              confirmed={confirmed}
              own={own}
              configured={configured}
              chosenId={chosen?._id}
              isRefused={formState.errors.task !== undefined}
              onChoose={onChoose}
            />
            {chosen && <ChosenActivity activity={chosen} />}
          </div>
          <MessageBox kind="warning" message={seen(warning)} />
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
          {/* Last: it comes and goes by itself, and pushes nothing about. */}
          <MessageBox kind="success" message={found} />
        </Stack>
      </form>
    </section>
  );
}

import { Stack, TextInput } from '@mantine/core';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN, type Reminder } from '@minga/contract/reminders';
import { useId } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import type { TimedMessage } from '../../../components/use-timed-message.ts';
import type { Choice } from '../choice.ts';
import type { ChoiceStatus } from '../choice-status.ts';
import { useNewReminderForm } from '../use-new-reminder-form.ts';
import { ActivitySelect } from './activity-select.tsx';
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

/** Repeats the status of the chosen activity, which the closed select may truncate. */
const WARNINGS: Record<ChoiceStatus, string> = {
  '(Pasada)': 'Advertencia: Esta actividad ya pasó, la notificación no se enviará.',
  '(En curso)': 'Advertencia: Esta actividad ya comenzó, la notificación no se enviará.',
  '(Hoy)': 'Advertencia: Esta actividad es hoy, el recordatorio no se enviará.',
  '(Ya configurada)':
    'Ya tienes un recordatorio de esta actividad: cambia sus días en Notificaciones Activas.',
};

const DUE_AT_ONCE = 'Ese momento ya pasó: si guardas, te enviamos el recordatorio de inmediato.';

const visibleMessage = (text: string | null) =>
  text === null ? null : { sentences: [text], isVisible: true };

/** 'Nueva Configuración' (docs/rules.md R5.1). The URL holds the chosen activity. */
export function NewReminderForm(props: Props) {
  const { userId, confirmed, own, reminders, taskId, found, loadFailure, onChoose } = props;
  const headingId = useId();
  const choices = [...confirmed, ...own];
  const form = useNewReminderForm({ userId, choices, reminders, taskId, onChoose });
  const { configured, chosen, errors } = form;

  return (
    <section aria-labelledby={headingId} className={board.panel}>
      <h2 id={headingId} className={board.title}>
        Nueva Configuración
      </h2>
      <form noValidate onSubmit={form.submit}>
        <Stack gap="md">
          <MessageBox kind="error" message={visibleMessage(loadFailure && `Error: ${loadFailure}`)} />
          <div>
            <ActivitySelect
              confirmed={confirmed}
              own={own}
              configured={configured}
              chosenId={chosen?._id}
              hasError={errors.task !== undefined}
              onChoose={onChoose}
            />
            {chosen && <ChosenActivity activity={chosen} />}
          </div>
          <MessageBox kind="warning" message={visibleMessage(form.status && WARNINGS[form.status])} />
          <TextInput
            label="Días de Anticipación"
            description="Entre 1 y 30 días antes de la actividad"
            inputWrapperOrder={['label', 'input', 'description']}
            type="number"
            inputMode="numeric"
            min={DAYS_BEFORE_MIN}
            max={DAYS_BEFORE_MAX}
            error={errors.daysBefore !== undefined}
            {...form.register('daysBefore')}
          />
          <MessageBox kind="info" message={visibleMessage(form.isDueAtOnce ? DUE_AT_ONCE : null)} />
          <OutcomeMessages outcome={form.outcome} />
          <BusyButton type="submit" fullWidth isBusy={form.isPending} busyLabel="Guardando...">
            Guardar Configuración
          </BusyButton>
          {/* Last, because it disappears by itself and would shift the content below. */}
          <MessageBox kind="success" message={found} />
        </Stack>
      </form>
    </section>
  );
}

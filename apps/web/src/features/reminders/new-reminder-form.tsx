import { Select, Stack, TextInput } from '@mantine/core';
import {
  DAYS_BEFORE_MAX,
  DAYS_BEFORE_MIN,
  type NewReminder,
  REMINDER_EXISTS_MESSAGE,
  type Reminder,
} from '@minga/contract/reminders';
import { IconCalendar, IconMapPin } from '@tabler/icons-react';
import { useEffect, useId } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../components/busy-button.tsx';
import optionClasses from '../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../components/form/detailed-option.tsx';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useCorrected, useSchemaForm } from '../../components/form/use-schema-form.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { useOutcome } from '../../components/page/use-outcome.ts';
import type { TimedMessage } from '../../components/use-timed-message.ts';
import { now } from '../../lib/dates/now.ts';
import { useCreateReminder } from './api.ts';
import {
  type Choice,
  type ChoiceStatus,
  choiceStatus,
  dateText,
  descriptionText,
  isDueAtOnce,
  newReminderForm,
  placeText,
  savingErrorText,
  titleText,
  validationMessage,
} from './model.ts';
import classes from './reminders.module.css';

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
    <section aria-labelledby={headingId} className={`card ${classes.panel}`}>
      <h2 id={headingId} className={classes.title}>
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

interface ActivitySelectProps {
  confirmed: readonly Choice[];
  own: readonly Choice[];
  /** The ids of the activities with a reminder. */
  configured: ReadonlySet<string>;
  chosenId: string | undefined;
  hasError: boolean;
  onChoose: (taskId: string) => Promise<void>;
}

/** The activity of the reminder; past ones are disabled and labelled (docs/rules.md R5.7). */
function ActivitySelect({ confirmed, own, configured, chosenId, hasError, onChoose }: ActivitySelectProps) {
  const moment = now();
  const confirmedIds = new Set(confirmed.map(({ _id }) => _id));
  const ownOnly = own.filter(({ _id }) => !confirmedIds.has(_id));
  const choices = new Map([...confirmed, ...ownOnly].map(choice => [choice._id, choice]));
  const toOption = (choice: Choice) => {
    const mark = choiceStatus(choice, configured, moment);
    return {
      value: choice._id,
      label: [titleText(choice.title), mark].filter(Boolean).join(' '),
      disabled: mark !== null && mark !== '(Ya configurada)',
    };
  };

  return (
    <Select
      label="Actividad"
      placeholder="Selecciona una actividad"
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[
        { group: 'Actividades confirmadas', items: confirmed.map(toOption) },
        { group: 'Tus actividades', items: ownOnly.map(toOption) },
      ].filter(({ items }) => items.length > 0)}
      value={chosenId ?? null}
      onChange={id => void (id !== null && onChoose(id))}
      allowDeselect={false}
      error={hasError}
      // The list itself scrolls; a separate scroll area would have to be focusable.
      withScrollArea={false}
      nothingFoundMessage="No hay actividades para elegir"
      renderOption={({ option, checked }) => (
        <DetailedOption
          name={option.label}
          detail={dateText(choices.get(option.value)?.date)}
          isChecked={checked}
        />
      )}
    />
  );
}

/** Details that distinguish the chosen activity from others with the same title. */
const ChosenActivity = ({ activity }: { activity: Choice }) => (
  <div className={classes.chosenActivityFacts}>
    <p className={classes.fact}>
      <IconCalendar size={18} aria-hidden />
      <span>{dateText(activity.date)}</span>
    </p>
    <p className={classes.fact}>
      <IconMapPin size={18} aria-hidden />
      <span>{placeText(activity.place)}</span>
    </p>
    <p className={classes.description}>{descriptionText(activity.description)}</p>
  </div>
);

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
function useNewReminderForm({ userId, choices, reminders, taskId, onChoose }: Options) {
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

import { Button, Checkbox, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import {
  isNameAlone,
  NAME_ALONE_COMPANIONS_MAX,
  NAME_ALONE_COMPANIONS_MESSAGE,
} from '@minga/contract/name-alone';
import { ANSWER_MAX, type Question } from '@minga/contract/questions';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { useBackToClose } from '../../components/dialog/use-back-to-close.ts';
import { RadioList } from '../../components/form/radio-list.tsx';
import { LegalLink } from '../../components/legal-link.tsx';
import { companionChoices } from '../../lib/attendance/companion-choices.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { visitorDataDays } from '../../lib/dates/visitor-data-days.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { useAsking } from './asking-activity.ts';
import classes from './attendance.module.css';
import { ClaimFields } from './claim-fields.tsx';
import { type Asking, type Confirmable, isMoreThanOneDayAhead, type Viewer } from './model.ts';
import { OwnLinkStep } from './own-link-step.tsx';
import { SendLink } from './personal/send-link.tsx';
import { isForWaitingList, placesNotice, type TypedFields, useAttendeeForm } from './use-attendee-form.ts';

const HOUR_MS = 60 * 60 * 1000;
/**
 * The server asks at 18:00 on the day before, which is at most 33 hours ahead, and only those who confirmed 24 hours before that
 * (docs/rules.md R17.1).
 */
const CERTAIN_MS = (33 + 24) * HOUR_MS;

/** Whether an attendee who gets a place now is certainly asked the day before: a reminder would be a second e-mail on the same day. */
const isCertainlyAskedToReconfirm = (
  { asksAgain, date }: Pick<Confirmable, 'asksAgain' | 'date'>,
  now: Date,
): boolean => asksAgain && Date.parse(date) - now.getTime() > CERTAIN_MS;

interface Props {
  readonly activity: Confirmable;
  readonly viewer: Viewer;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the e-mail is on the activity's list, newly or already. */
  readonly onConfirmed: () => void;
}

/** 'Confirmar asistencia' (docs/rules.md R3.10, activity card). */
export function ConfirmAttendanceDialog({ activity, viewer, isOpen, onClose, onConfirmed }: Props) {
  const [size, setSize] = useState(1);
  const [isDone, setDone] = useState(false);
  const kept = useRef<Kept>({ isWanted: false, fields: null });
  useBackToClose(`confirm-${activity._id}`, isOpen, () => {
    kept.current.isWanted = !isDone;
    onClose();
  });
  const finish = () => {
    kept.current = { isWanted: false, fields: null };
    onConfirmed();
  };
  const isWaiting = isForWaitingList(activity, size);
  const question = isWaiting ? JOIN_WAITING : 'Confirmar asistencia';
  const title = isDone ? `Listo, ya estás en la lista${isWaiting ? ' de espera' : ''}` : question;
  return (
    <Modal opened={isOpen} onClose={onClose} closeOnClickOutside={false} title={title}>
      <LoadedForm
        {...{ activity, viewer, onClose, size, kept }}
        onConfirmed={finish}
        onSize={setSize}
        onDone={setDone}
      />
    </Modal>
  );
}

const ASKED = 'La víspera, a las 6 de la tarde, te preguntamos por correo si sigues viniendo.';
const JOIN_WAITING = 'Entrar a la lista de espera';

/** The fields as they were when the back button closed the form, for the next opening. */
interface Kept {
  isWanted: boolean;
  fields: TypedFields | null;
}

interface FormProps extends Omit<Props, 'isOpen' | 'activity'> {
  readonly activity: Asking;
  readonly kept: RefObject<Kept>;
  /** The people of the party. */
  readonly size: number;
  readonly onSize: (size: number) => void;
  /** Called with true when the attendance is confirmed and its link is shown. */
  readonly onDone: (isDone: boolean) => void;
}

/** The form, once what it asks is loaded: a card knows only whether the activity has needs or questions. */
function LoadedForm({ activity, ...props }: Omit<FormProps, 'activity'> & Pick<Props, 'activity'>) {
  const { asking, error, retry } = useAsking(activity);
  if (asking !== undefined) return <AttendeeForm activity={asking} {...props} />;
  return error === null ? (
    <Text role="status">Cargando la actividad...</Text>
  ) : (
    <Stack gap="md">
      <DialogError text={errorText(error, 'No pudimos cargar la actividad')} />
      <Button variant="default" onClick={retry}>
        Intentar de nuevo
      </Button>
    </Stack>
  );
}

/** Mounted only while the dialog is open, so that each opening starts empty, or with what is kept. */
function AttendeeForm({ activity, viewer, onClose, onConfirmed, size, kept, onSize, onDone }: FormProps) {
  const { form, submit, takenEmail, failure, personalLink, isPending } = useAttendeeForm(
    activity,
    viewer,
    onConfirmed,
    kept.current.fields,
  );
  const { register, getValues, setValue } = form;
  const { errors } = form.formState;
  const isOptional = activity.contact === 'any';
  const remaining = activity.series?.remaining ?? 0;
  const claimsError = errors.claims?.message?.toString();
  useEffect(() => onDone(personalLink !== null), [onDone, personalLink]);
  useEffect(() => {
    onSize(1 + Number(getValues('companions')));
    return () => {
      kept.current = { isWanted: false, fields: kept.current.isWanted ? getValues() : null };
      onSize(1);
      onDone(false);
    };
  }, [kept, getValues, onSize, onDone]);
  const isAlone = isOptional && isNameAlone({ email: form.watch('email'), phone: form.watch('phone') });
  const companionsMax = isAlone
    ? Math.min(activity.companionsMax, NAME_ALONE_COMPANIONS_MAX)
    : activity.companionsMax;
  const isLimited = companionsMax < activity.companionsMax;
  useEffect(() => {
    if (Number(getValues('companions')) <= companionsMax) return;
    setValue('companions', String(companionsMax), { shouldDirty: true });
    onSize(1 + companionsMax);
  }, [companionsMax, getValues, setValue, onSize]);
  const notice = placesNotice(activity, size);
  const isWaiting = isForWaitingList(activity, size);
  if (personalLink !== null)
    return <OwnLinkStep title={activity.title} link={personalLink} onDone={onConfirmed} />;
  const canBeReminded =
    isMoreThanOneDayAhead(activity.date, now()) && (!isOptional || form.watch('email') !== '');
  const isAsked = !isWaiting && isCertainlyAskedToReconfirm(activity, now());
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Stack gap="xs">
          <Text c="dimmed">{activity.title}</Text>
          <Text role="status" size={isWaiting ? 'md' : 'sm'} fw={isWaiting ? 600 : 400}>
            {`${notice ?? ''}${isWaiting && activity.needs.length > 0 ? ' Cuando tengas un cupo eliges en qué ayudas.' : ''}`}
          </Text>
        </Stack>
        {remaining > 1 && (
          <DatesField
            date={activity.date}
            remaining={remaining}
            value={form.watch('dates')}
            onChange={dates => form.setValue('dates', dates, { shouldDirty: true })}
          />
        )}
        <PersonFields form={form} isContactOptional={isOptional} hasFocus={viewer === null} />
        {viewer === null && takenEmail !== null && (
          <SendLink key={takenEmail} taskId={activity._id} email={takenEmail}>
            ¿Eres tú y confirmaste desde otro navegador? Podemos enviarte el enlace de tu asistencia.
          </SendLink>
        )}
        {activity.companionsMax > 0 && (
          <NativeSelect
            size="md"
            label="¿Cuántas personas van contigo?"
            description={
              isLimited && `${NAME_ALONE_COMPANIONS_MESSAGE}: escribe uno de los dos para llevar más.`
            }
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            data={companionChoices(companionsMax)}
            error={errors.companions?.message}
            {...register('companions', { onChange: event => onSize(1 + Number(event.target.value)) })}
          />
        )}
        {activity.needs.length > 0 && !isWaiting && (
          <ClaimFields
            needs={activity.needs}
            date={activity.date}
            size={size}
            isRequired={activity.needsRequired}
            value={form.watch('claims')}
            onChange={chosen => {
              form.clearErrors('claims');
              form.setValue('claims', chosen, { shouldDirty: true });
            }}
            error={claimsError}
          />
        )}
        {activity.questions.map(question => (
          <QuestionField key={question._id} question={question} form={form} />
        ))}
        {canBeReminded && isAsked && <Text size="sm">{ASKED}</Text>}
        {canBeReminded && !isAsked && (
          <Checkbox
            size="md"
            label="Recordármelo un día antes por correo"
            classNames={{ body: classes.body, label: classes.label }}
            {...register('remind')}
          />
        )}
        {viewer === null && <VisitorConsent />}
        <DialogError text={failure ?? ((isWaiting && claimsError) || null)} />
        <DialogButtons
          onCancel={onClose}
          isBusy={isPending}
          busyLabel={isWaiting ? 'Entrando...' : 'Confirmando...'}
        >
          {isWaiting ? JOIN_WAITING : 'Confirmar'}
        </DialogButtons>
      </Stack>
    </form>
  );
}

interface DatesProps {
  readonly date: string;
  /** Of the series, with this one. */
  readonly remaining: number;
  readonly value: 'one' | 'all';
  readonly onChange: (value: 'one' | 'all') => void;
}

const DatesField = ({ date, remaining, value, onChange }: DatesProps) => (
  <RadioList
    label="¿A qué fechas vas?"
    options={[
      { value: 'one', label: 'Solo a esta', detail: longDate(date) },
      {
        value: 'all',
        label: `A las ${remaining} fechas que quedan`,
        detail: 'Después puedes cancelar las que no puedas.',
      },
    ]}
    value={value}
    onChange={onChange}
  />
);

interface PersonFieldsProps {
  readonly form: ReturnType<typeof useAttendeeForm>['form'];
  /** Only the name is required, and a phone may be given. */
  readonly isContactOptional: boolean;
  readonly hasFocus: boolean;
}

/** The fields of the attendee: name, companions, contact. */
function PersonFields({ form, isContactOptional, hasFocus }: PersonFieldsProps) {
  const { register } = form;
  const { errors } = form.formState;
  return (
    <>
      <TextInput
        label="Nombre"
        withAsterisk={isContactOptional}
        aria-required
        autoComplete="name"
        data-autofocus={hasFocus || undefined}
        error={fieldError(errors.name?.message)}
        {...register('name')}
      />
      <TextInput
        label={isContactOptional ? 'Correo electrónico (si quieres)' : 'Correo electrónico'}
        type="email"
        inputMode="email"
        autoComplete="email"
        aria-required={!isContactOptional}
        error={fieldError(errors.email?.message)}
        {...register('email')}
      />
      {isContactOptional && (
        <TextInput
          label="Teléfono (si quieres)"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          description="Lo ve solo quien organiza."
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          error={errors.phone?.message}
          {...register('phone')}
        />
      )}
    </>
  );
}

/** The contract's message names all fields; at a single field a shorter one suffices. */
const fieldError = (message: string | undefined) =>
  message === INCOMPLETE_MESSAGE ? 'Completa este campo' : message;

interface QuestionFieldProps {
  readonly question: Question;
  readonly form: ReturnType<typeof useAttendeeForm>['form'];
}

/** A question of the organiser to attendees, in the form that confirms. */
function QuestionField({ question: { _id, label, kind, options, required }, form }: QuestionFieldProps) {
  const name = `answers.${_id}` as const;
  const shared = {
    label,
    withAsterisk: required,
    'aria-required': required,
    error: form.formState.errors.answers?.[_id]?.message,
    ...form.register(name),
  };
  if (kind === 'text') return <TextInput {...shared} maxLength={ANSWER_MAX} autoComplete="off" />;
  const values =
    kind === 'choice'
      ? options
      : [
          { value: 'si', label: 'Sí' },
          { value: 'no', label: 'No' },
        ];
  return <NativeSelect size="md" {...shared} data={[{ value: '', label: 'Elige' }, ...values]} />;
}

/** The consent that a visitor gives by confirming (docs/decisions/0047-retention-and-legal-texts.md). */
const VisitorConsent = () => (
  <Text size="sm" c="dimmed">
    <span>{`Al confirmar aceptas que quien organiza use tus datos para esta actividad. Se borran ${visitorDataDays()} después. `}</span>
    <LegalLink to="privacidad">Política de datos</LegalLink>
  </Text>
);

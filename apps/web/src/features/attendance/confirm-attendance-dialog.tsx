import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import {
  isNameAlone,
  NAME_ALONE_COMPANIONS_MAX,
  NAME_ALONE_COMPANIONS_MESSAGE,
} from '@minga/contract/name-alone';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { useBackToClose } from '../../components/dialog/use-back-to-close.ts';
import { companionChoices, NO_COMPANIONS } from '../../lib/attendance/companion-choices.ts';
import { emailSuggestion } from '../../lib/email-suggestion.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { useAsking } from './asking-activity.ts';
import classes from './attendance.module.css';
import { DatesField, PersonFields, QuestionField, VisitorConsent } from './attendee-fields.tsx';
import { ClaimFields } from './claim-fields.tsx';
import type { Asking, Confirmable, Viewer } from './model.ts';
import { OwnLinkStep } from './own-link-step.tsx';
import { SendLink } from './personal/send-link.tsx';
import {
  isForWaitingList,
  placesNotice,
  reminderOf,
  type TypedFields,
  useAttendeeForm,
} from './use-attendee-form.ts';

/** The fields about the person, before needs and questions. */
const PERSON = ['name', 'email', 'phone', 'companions'] as const;

interface Props {
  readonly activity: Confirmable;
  readonly viewer: Viewer;
  /** A need that is chosen from the start. */
  readonly needId?: string | undefined;
  /** Loads the code that shows a confirmation that waits for a network. */
  readonly loadResult: () => Promise<unknown>;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Called when the e-mail is on the activity's list, newly or already. */
  readonly onConfirmed: () => void;
}

/** 'Confirmar asistencia' (docs/rules.md R3.10, activity card). */
export function ConfirmAttendanceDialog(props: Props) {
  const { activity, viewer, needId, loadResult, isOpen, onClose, onConfirmed } = props;
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
    <Modal
      opened={isOpen}
      onClose={onClose}
      closeOnClickOutside={false}
      title={title}
      classNames={{ inner: classes.sheetInner ?? '', content: classes.sheet ?? '' }}
    >
      <LoadedForm
        {...{ activity, viewer, needId, loadResult, onClose, size, kept }}
        onConfirmed={finish}
        onSize={setSize}
        onDone={setDone}
      />
    </Modal>
  );
}

/** Shown where the person is certainly asked (docs/rules.md R17.1). */
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
function AttendeeForm({
  activity,
  viewer,
  needId,
  loadResult,
  onClose,
  onConfirmed,
  size,
  kept,
  onSize,
  onDone,
}: FormProps) {
  const { form, submit, takenEmail, failure, personalLink, isPending } = useAttendeeForm(
    activity,
    viewer,
    onConfirmed,
    loadResult,
    kept.current.fields,
    needId,
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
  const reminder = reminderOf(activity, form.watch('email'), size);
  const hasNeeds = activity.needs.length > 0 && !isWaiting;
  const hasMore = hasNeeds || activity.questions.length > 0;
  const { step, setStep, more } = useSteps(form, hasMore);
  const isLast = !hasMore || step === 2;
  const action = isWaiting ? 'Entrar a la lista' : 'Confirmar';

  /** The address with a probably mistyped domain about which a press has asked: the next one confirms it as it is. */
  const [askedEmail, setAskedEmail] = useState<string | null>(null);
  /** A first step with errors was pressed. As after a submit, each is then judged again at every change. */
  const [isChecked, setChecked] = useState(false);
  const { trigger, watch } = form;
  useEffect(() => {
    if (!isChecked) return;
    const { unsubscribe } = watch((_, { name }) => {
      const changed = PERSON.find(field => field === name);
      if (changed !== undefined) void trigger(changed);
    });
    return unsubscribe;
  }, [isChecked, trigger, watch]);

  if (personalLink !== null)
    return <OwnLinkStep title={activity.title} link={personalLink} onDone={onConfirmed} />;

  async function advance(): Promise<void> {
    if (await form.trigger(PERSON, { shouldFocus: true })) setStep(2);
    else setChecked(true);
  }

  function send(event: FormEvent): void {
    const email = getValues('email');
    if (askedEmail !== email && emailSuggestion(email) !== null) {
      event.preventDefault();
      setAskedEmail(email);
    } else if (!isLast) {
      event.preventDefault();
      void advance();
    } else void submit(event);
  }

  return (
    <form noValidate onSubmit={send}>
      <Stack gap="xs">
        <div>
          <Text c="dimmed">{activity.title}</Text>
          <Text role="status" size={isWaiting ? 'md' : 'sm'} fw={isWaiting ? 600 : 400}>
            {`${notice ?? ''}${isWaiting && activity.needs.length > 0 ? ' Cuando tengas un cupo eliges en qué ayudas.' : ''}`}
          </Text>
        </div>
        <Stack gap="xs" display={step === 2 ? 'none' : undefined}>
          {remaining > 1 && (
            <DatesField
              date={activity.date}
              remaining={remaining}
              value={form.watch('dates')}
              onChange={dates => form.setValue('dates', dates, { shouldDirty: true })}
            />
          )}
          <PersonFields
            form={form}
            isContactOptional={isOptional}
            hasFocus={viewer === null}
            askedEmail={askedEmail}
          >
            {activity.companionsMax > 0 ? (
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
            ) : (
              <Text size="sm">{NO_COMPANIONS}</Text>
            )}
          </PersonFields>
          {viewer === null && takenEmail !== null && (
            <SendLink key={takenEmail} taskId={activity._id} email={takenEmail}>
              ¿Eres tú y confirmaste desde otro navegador? Podemos enviarte el enlace de tu asistencia.
            </SendLink>
          )}
        </Stack>
        {hasMore && (
          <Stack
            ref={more}
            gap="md"
            display={step === 1 ? 'none' : undefined}
            tabIndex={-1}
            className={classes.more ?? ''}
          >
            {hasNeeds && (
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
          </Stack>
        )}
        {/* Said once, in the step that confirms. */}
        {isLast && reminder === 'asked' && <Text size="sm">{ASKED}</Text>}
        <DialogError text={failure ?? ((isWaiting && claimsError) || null)} />
        <Stack data-dialog-buttons gap="xs">
          {isLast && reminder === 'offered' && (
            <Checkbox
              size="md"
              label="Recordarme un día antes por correo"
              classNames={{ body: classes.body, label: classes.label }}
              {...register('remind')}
            />
          )}
          {isLast && viewer === null && <VisitorConsent />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={step === 2 ? () => setStep(1) : onClose}>
              {step === 2 ? 'Atrás' : 'Cancelar'}
            </Button>
            {/* The same button in both steps: a browser lays the page out once more when the focused one is removed. */}
            <BusyButton
              type="submit"
              isBusy={isPending}
              busyLabel={isWaiting ? 'Entrando...' : 'Confirmando...'}
              // Short, so that it shares a line with Cancel on a phone and the consent above stays in view.
              aria-label={isWaiting && isLast && !isPending ? JOIN_WAITING : undefined}
            >
              {isLast ? action : 'Siguiente'}
            </BusyButton>
          </Group>
        </Stack>
      </Stack>
    </form>
  );
}

/** The steps of the form: the person, and what the activity asks. What is wrong about the person leads back to it. */
function useSteps(form: ReturnType<typeof useAttendeeForm>['form'], hasMore: boolean) {
  const [step, setStep] = useState<1 | 2>(1);
  const more = useRef<HTMLDivElement>(null);
  const { setFocus, formState } = form;
  const wrong = PERSON.find(name => formState.errors[name] !== undefined);
  const shown = hasMore ? step : 1;

  useEffect(() => {
    if (shown === 2) more.current?.focus();
  }, [shown]);
  useEffect(() => {
    if (wrong === undefined || shown === 1) return;
    setStep(1);
    // The field is visible after the next render.
    requestAnimationFrame(() => setFocus(wrong));
  }, [wrong, shown, setFocus]);

  return { step: shown, setStep, more };
}

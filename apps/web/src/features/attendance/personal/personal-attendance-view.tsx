import { Button, Stack, TextInput } from '@mantine/core';
import { type PersonalAttendance, personalLinkRequest } from '@minga/contract/personal-link';
import { IconChevronDown } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { OutcomePage } from '../../../components/page/outcome-page.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { longDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { whenLoaded } from '../../../lib/errors/load-code.ts';
import { siteName } from '../../../lib/site-name.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import {
  type CancelOutcome,
  forgetPersonalAttendance,
  isActivityDeleted,
  isInvalidLink,
  personalAttendance,
  personalKey,
} from './personal-api.ts';
import classes from './personal-attendance.module.css';
import { PersonalDetails } from './personal-details.tsx';
import { useRequestPersonalLink } from './send-link.tsx';

const BAD_LINK =
  'El enlace no está completo, la asistencia ya fue cancelada, te quitaron de la lista, el cupo pasó a otra persona o la actividad fue eliminada. Escribe tu correo y te enviamos los de tus próximas actividades.';
const NO_LINK =
  'Si confirmaste con tu correo, te enviamos un enlace personal. Escríbelo y te lo enviamos otra vez.';

/**
 * /mi-asistencia, the page of a visitor's personal link (docs/rules.md R4.4, docs/rules.md R7.3). Opening it changes nothing, because
 * mail scanners open links.
 */
export function PersonalAttendanceView({ token, afterwards, remembered }: Afterwards & WithoutLink) {
  if (token === undefined)
    return (
      <>
        <PageHeading title="Mi asistencia" />
        {remembered}
        <p>{NO_LINK}</p>
        <LinkRequestForm />
      </>
    );
  return <AttendanceByLink token={token} afterwards={afterwards} />;
}

interface WithoutLink {
  readonly token: string | undefined;
  /** The attendances that this browser remembers, shown where the address has no token. */
  readonly remembered: ReactNode;
}

interface Afterwards {
  /** The person's hours, and what is asked after the activity: they belong to other features. */
  readonly afterwards: (attendance: PersonalAttendance, token: string) => ReactNode;
}

const REFRESH_MS = 15_000;
const isWaiting = (data: PersonalAttendance | undefined) => data !== undefined && data.status !== 'confirmed';

function AttendanceByLink({ token, afterwards }: Afterwards & { token: string }) {
  /** Of the link of a series; undefined: the next date. */
  const [taskId, setTaskId] = useState<string>();
  const [isErased, setErased] = useState(false);
  const queryClient = useQueryClient();
  const { data, error, isPending, refetch } = useQuery({
    ...personalAttendance(token, taskId),
    placeholderData: keepPreviousData,
    // A waiting attendee may get a place.
    refetchInterval: ({ state }) => (isWaiting(state.data) ? REFRESH_MS : false),
    // There is nothing left to fetch.
    enabled: !isErased,
  });
  const [outcome, setOutcome] = useState<CancelOutcome | null>(null);
  const isInvalid = isInvalidLink(error) && !isErased;
  // The link was valid when the page was opened and is not after a refetch: the activity may have been deleted.
  const deleted = useQuery({
    ...isActivityDeleted(data?.taskId ?? ''),
    enabled: isInvalid && outcome === null && data !== undefined,
  });
  const isDeleted = outcome === 'deleted' || (isInvalid && deleted.data === true);
  const isOver = isErased || isInvalid || outcome !== null;
  useEffect(() => {
    // A browser that stores nothing has nothing left.
    if (isOver) forgetPersonalAttendance(token).catch(() => {});
  }, [isOver, token]);
  if (isErased) return <PersonalErased />;
  if (data !== undefined && isDeleted) return <PersonalDeleted title={data.task.title} />;
  if (data !== undefined && (outcome === 'cancelled' || outcome === 'declined'))
    return <PersonalCancelled attendance={data} isDeclined={outcome === 'declined'} />;
  if (isInvalid) return <LinkRequest title="Este enlace ya no sirve" lead={BAD_LINK} />;
  if (isPending) return <LoadingStatus text="Buscando tu asistencia…" />;
  if (data === undefined)
    return (
      <>
        <PageHeading title="Tu asistencia" />
        <ErrorPanel error={error} retry={refetch} />
      </>
    );
  const { dates, task, taskId: shown } = data;

  function showOutcome(how: CancelOutcome) {
    const left = dates.filter(other => other.taskId !== shown);
    const next = left.find(({ date }) => new Date(date) > now()) ?? left.at(-1);
    if (how === 'deleted' || next === undefined) return setOutcome(how);
    toastSuccess(`Cancelaste el ${longDate(task.date)}`);
    // What is cached still names the cancelled date.
    queryClient.removeQueries({ queryKey: personalKey(token), type: 'inactive' });
    setTaskId(next.taskId);
  }

  function showErased() {
    setErased(true);
    queryClient.removeQueries({ queryKey: personalKey(token), type: 'inactive' });
  }

  return (
    <>
      <PersonalDetails key={shown} attendance={data} token={token} onCancelled={showOutcome}>
        {afterwards(data, token)}
      </PersonalDetails>
      {dates.length > 1 && <PersonalDates dates={dates} shown={shown} onChoose={setTaskId} />}
      <OwnDataFold attendance={data} token={token} onErased={showErased} />
    </>
  );
}

const LinkRequest = ({ title, lead }: { title: string; lead: string }) => (
  <>
    <PageHeading title={title} lead={lead} />
    <LinkRequestForm />
  </>
);

interface Props {
  readonly attendance: PersonalAttendance;
  /** An offered place was left to the next person. */
  readonly isDeclined: boolean;
}

const CANCELLED = { confirmed: 'Asistencia cancelada', waiting: 'Saliste de la lista de espera' };

/** Confirms the end of the attendance and links to the activity, where the user can join again if there is room. */
const PersonalCancelled = ({ attendance, attendance: { task, isPublic }, isDeclined }: Props) => (
  <OutcomePage
    heading={
      isDeclined ? 'Dejaste pasar el cupo' : CANCELLED[isWaiting(attendance) ? 'waiting' : 'confirmed']
    }
    drawing="path"
    title={`Ya no estás en la lista de «${task.title}»`}
    text={`${isDeclined ? 'Se lo ofrecemos a la siguiente persona. ' : ''}Si cambias de idea, mira en la actividad si todavía puedes confirmar.`}
  >
    {isPublic && (
      <Button
        fullWidth
        size="lg"
        renderRoot={props => <Link to="/actividades/$id" params={{ id: task._id }} {...props} />}
      >
        Ver la actividad
      </Button>
    )}
  </OutcomePage>
);

const PersonalDeleted = ({ title }: { title: string }) => (
  <OutcomePage
    heading="Esta actividad fue eliminada"
    drawing="path"
    title={`«${title}» ya no está en ${siteName}`}
    text="Quien la organizaba la eliminó, y con ella tu asistencia. No tienes que cancelar nada."
  >
    <Button fullWidth size="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver otras actividades
    </Button>
  </OutcomePage>
);

/** Shown in place of the attendance after the person has erased its data. */
const PersonalErased = () => (
  <OutcomePage
    heading="Tus datos quedaron borrados"
    drawing="path"
    title="Ya no guardamos tu nombre ni tu contacto"
    text="Este enlace ya no sirve. Si quieres volver a una actividad, puedes confirmar otra vez cuando quieras."
  >
    <Button fullWidth size="lg" renderRoot={props => <Link to="/actividades" {...props} />}>
      Ver la agenda
    </Button>
  </OutcomePage>
);

interface PersonalDatesProps {
  readonly dates: PersonalAttendance['dates'];
  /** The activity that the page shows. */
  readonly shown: string;
  readonly onChoose: (taskId: string) => void;
}

/** All dates of the personal link of a series, to see or cancel each. */
const PersonalDates = ({ dates, shown, onChoose }: PersonalDatesProps) => (
  <section aria-labelledby="personal-dates" className={classes.dates}>
    <h2 id="personal-dates" className={classes.heading}>{`Tus ${dates.length} fechas`}</h2>
    <ul className="stack gap-s">
      {dates.map(({ taskId, date, status }) => (
        <li key={taskId}>
          <Button
            fullWidth
            justify="start"
            classNames={{ label: classes.date }}
            variant={taskId === shown ? 'light' : 'default'}
            aria-pressed={taskId === shown}
            onClick={() => onChoose(taskId)}
          >
            {`${longDate(date)}${status !== 'confirmed' ? ' · en lista de espera' : ''}`}
          </Button>
        </li>
      ))}
    </ul>
  </section>
);

/** Values as typed, not yet validated. */
const draftSchema = z.object({ email: z.string() });

/** Requests the links of all upcoming attendances. The success message does not reveal whether there are any. */
function LinkRequestForm() {
  const request = useRequestPersonalLink();
  const form = useSchemaForm(personalLinkRequest, { email: '' });
  useFormDraft(form, { name: 'links', schema: draftSchema });
  const error = useTimedMessage();
  const success = useTimedMessage();

  const submit = form.handleSubmit(({ email }) =>
    request.mutate(
      { email },
      {
        onSuccess: ({ message }) => success.show(message, { stays: true }),
        onError: cause => error.show(errorSentences(cause, 'No pudimos enviar el enlace')),
      },
    ),
  );

  return (
    <form onSubmit={submit} noValidate aria-label="Pedir los enlaces de nuevo">
      <Stack gap="md">
        <MessageBox kind="error" message={error.message} />
        <MessageBox kind="success" message={success.message} />
        <TextInput
          label="Correo electrónico"
          description="Con el que confirmaste que ibas."
          type="email"
          inputMode="email"
          autoComplete="email"
          {...fieldProps(form, 'email')}
        />
        <BusyButton type="submit" size="lg" isBusy={request.isPending} busyLabel="Enviando…">
          Enviarme el enlace otra vez
        </BusyButton>
      </Stack>
    </form>
  );
}

// Few open it, and it needs the server.
const loadOwnData = () => import('./own-data.tsx');
const OwnData = lazy(() => loadOwnData().then(module => ({ default: module.OwnData })));

interface OwnDataFoldProps {
  readonly attendance: PersonalAttendance;
  readonly token: string;
  readonly onErased: () => void;
}

/** 'Tus datos', folded at the end of the personal page. */
function OwnDataFold(props: OwnDataFoldProps) {
  const [isLoaded, setLoaded] = useState(false);
  return (
    <details
      className={classes.fold}
      onToggle={({ currentTarget }) => currentTarget.open && whenLoaded(loadOwnData, () => setLoaded(true))}
    >
      <summary className={classes.ownDataTitle}>
        Tus datos
        <IconChevronDown size={20} className={classes.arrow} aria-hidden />
      </summary>
      {isLoaded && (
        <Suspense>
          <OwnData {...props} />
        </Suspense>
      )}
    </details>
  );
}

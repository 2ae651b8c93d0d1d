import { Button, Stack, TextInput } from '@mantine/core';
import { getActivity } from '@minga/contract/activities';
import { hasStarted } from '@minga/contract/activity-phase';
import { personalLinkRequest } from '@minga/contract/personal-link';
import { PLACE_PATH, type Place, placeCodeIn, selfCheckInHours } from '@minga/contract/self-check-in';
import { IconCircleCheckFilled, IconMapPin, IconUserCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { EventWhen } from '../../../components/event-when.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { Note } from '../../../components/page/note.tsx';
import { PageHeading } from '../../../components/page/page-heading.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { now, useNow } from '../../../lib/dates/now.ts';
import { errorSentences } from '../../../lib/errors/error-sentences.ts';
import { isUnknown } from '../../../lib/errors/unknown-row.ts';
import { isWithoutResponse } from '../../../lib/offline/is-unreached.ts';
import { changeEntries, isPending, sendEntries, useOutbox } from '../../../lib/outbox.ts';
import { oneActivityKey } from '../../../lib/server/activities-key.ts';
import { call } from '../../../lib/server/api.ts';
import { siteName } from '../../../lib/site-name.ts';
import { arrivalTimeText } from '../arrived-notice.tsx';
import type { Viewer } from '../model.ts';
import { useRequestPersonalLink } from '../personal/send-link.tsx';
import classes from './place.module.css';
import { rememberPlace } from './remembered-place.tsx';
import {
  type Arriving,
  cacheArrival,
  checkInSelf,
  placeQuery,
  selfArrivalKind,
  storeArrival,
  type UnsentArrival,
} from './self-arrival.ts';

const WINDOW_TITLE = 'Registra tu llegada';
const loadConfirmation = () => import('../confirm-attendance-dialog.tsx');
const ConfirmAttendanceDialog = lazy(() =>
  loadConfirmation().then(module => ({ default: module.ConfirmAttendanceDialog })),
);
const loadUnsent = () => import('../unsent-notice.tsx');

interface Props {
  readonly code: string;
  readonly viewer: Viewer;
  readonly token: string | undefined;
}

/** /estoy/{code}, behind the code that hangs at the place (docs/rules.md R22.2). Opening it changes nothing. */
export function PlaceView({ code: written, viewer, token }: Props) {
  const code = placeCodeIn(written);
  if (code === null) return <UnknownPlace />;
  return <KnownCode arriving={{ code, token, owner: viewer?.email ?? null }} viewer={viewer} />;
}

interface ArrivingProps {
  readonly arriving: Arriving;
  readonly viewer: Viewer;
}

function KnownCode({ arriving, viewer }: ArrivingProps) {
  const { data, error, refetch } = useQuery(placeQuery(arriving));
  const entry = useOutbox(selfArrivalKind, arriving.owner).find(({ key }) => key === arriving.code);
  const arrive = useArrive(arriving);
  if (error && isUnknown(error)) return <UnknownPlace />;
  if (data === undefined && error && !isWithoutResponse(error))
    return <ErrorPanel error={error} retry={() => void refetch()} isWholePage />;
  if (data === undefined && error === null)
    return (
      <>
        <PageHeading title={WINDOW_TITLE} />
        <LoadingStatus text="Abriendo el código del lugar…" />
      </>
    );
  const attendance = data?.attendance ?? null;
  if (data !== undefined && attendance?.checkedInAt)
    return <Arrived place={data} name={attendance.name} checkedInAt={attendance.checkedInAt} />;
  return (
    <>
      <PageHeading
        title={data?.activity.title ?? WINDOW_TITLE}
        windowTitle={WINDOW_TITLE}
        lead={attendance === null ? undefined : `Hola, ${attendance.name}.`}
      />
      <Stack gap="md">
        {entry !== undefined && <Unsent entry={entry} />}
        <MessageBox
          kind="error"
          message={
            arrive.error && {
              sentences: errorSentences(arrive.error, 'No pudimos registrar tu llegada'),
              isVisible: true,
            }
          }
          takesFocus
        />
        {(entry === undefined || !isPending(entry)) && (
          <Step place={data} arriving={arriving} viewer={viewer} arrive={arrive} />
        )}
        {data !== undefined && <Where place={data} isTitled={false} />}
      </Stack>
    </>
  );
}

/** Registers the arrival, or stores it on the device if the server cannot be reached. */
function useArrive(arriving: Arriving) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      try {
        return await checkInSelf(arriving);
      } catch (error) {
        if (!isWithoutResponse(error)) throw error;
        await storeArrival(arriving);
        return null;
      }
    },
    onSuccess: arrival => {
      if (arrival !== null) return cacheArrival(queryClient, arriving, arrival);
      void sendEntries(queryClient, selfArrivalKind, arriving.owner);
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: placeQuery(arriving).queryKey }),
    meta: { isMilestone: true },
  });
}

interface StepProps extends ArrivingProps {
  /** Undefined if the server was not reached and this browser has not opened the page before. */
  readonly place: Place | undefined;
  readonly arrive: ReturnType<typeof useArrive>;
}

/** The action of the viewer, or the reason why there is none and what else helps. */
function Step({ place, arriving, viewer, arrive }: StepProps) {
  const phase = useNow(moment => phaseAt(place, moment));
  const button = (
    <BusyButton
      size="xl"
      fullWidth
      leftSection={<IconUserCheck size={28} aria-hidden />}
      isBusy={arrive.isPending}
      busyLabel="Registrando…"
      onClick={() => arrive.mutate()}
    >
      Ya llegué
    </BusyButton>
  );
  if (place === undefined)
    return (
      <>
        <Note tone="sky">
          No hay conexión en este momento. Puedes registrar tu llegada: la guardamos en este celular y la
          enviamos cuando vuelva.
        </Note>
        {button}
      </>
    );
  const { activity, attendance } = place;
  if (attendance === null)
    return <NotAttending place={place} arriving={arriving} viewer={viewer} arrive={arrive} />;
  if (attendance.status !== 'confirmed')
    return (
      <>
        <Note tone="clay">
          {attendance.status === 'offered'
            ? 'Tienes un cupo ofrecido: acéptalo en la actividad y vuelve a esta página.'
            : 'Estás en la lista de espera. Pregúntale a quien recibe si hay cupo: puede dártelo en la puerta.'}
        </Note>
        <ActivityLink id={activity._id} />
      </>
    );
  const { opens, closes } = selfCheckInHours(activity);
  if (phase === 'before')
    return <Note tone="sky">{`Todavía no: podrás registrar tu llegada desde ${opensText(opens)}`}</Note>;
  if (phase === 'after')
    return (
      <Note tone="clay">
        {`Ya pasó la hora: se podía hasta el ${longDate(closes)} Si estuviste, díselo a quien organiza: todavía puede registrar tu llegada.`}
      </Note>
    );
  return button;
}

function phaseAt(place: Place | undefined, moment: Date): 'before' | 'open' | 'after' {
  if (place === undefined) return 'open';
  const { opens, closes } = selfCheckInHours(place.activity);
  if (moment < opens) return 'before';
  return moment <= closes ? 'open' : 'after';
}

/** For a phone that the activity does not know: signing up here, or the link of the e-mail. */
function NotAttending({
  place: { activity },
  arriving,
  viewer,
  arrive,
}: StepProps & { readonly place: Place }) {
  const isOver = useNow(time => hasStarted(activity, time));
  return (
    <>
      {isOver ? (
        <Note tone="sky">
          Este celular no tiene una confirmación tuya, y la actividad ya comenzó. Si no habías confirmado,
          preséntate con quien recibe: puede agregarte.
        </Note>
      ) : (
        <SignUp activityId={activity._id} viewer={viewer} onConfirmed={() => arrive.mutate()} />
      )}
      <section className={`stack card ${classes.part}`} aria-label="Ya confirmé">
        <h2 className={classes.subtitle}>¿Ya habías confirmado?</h2>
        <LinkByMail activityId={activity._id} code={arriving.code} />
        {viewer === null && (
          <p>
            <span>¿Tienes cuenta? </span>
            <Link to="/login" search={{ volver: `${PLACE_PATH}/${arriving.code}` }} className="link">
              Inicia sesión
            </Link>
          </p>
        )}
      </section>
    </>
  );
}

interface SignUpProps {
  readonly activityId: string;
  readonly viewer: Viewer;
  /** Called when the attendee is on the list: the arrival follows at once. */
  readonly onConfirmed: () => void;
}

function SignUp({ activityId, viewer, onConfirmed }: SignUpProps) {
  const { isMounted, isOpen, open, close } = useLazyDialog(loadConfirmation);
  const {
    data: activity,
    error,
    refetch,
  } = useQuery({
    queryKey: oneActivityKey(activityId),
    queryFn: ({ signal }) => call(getActivity, { params: { id: activityId }, signal }),
  });
  return (
    <>
      <Note tone="sky">Este celular no tiene una confirmación tuya para esta actividad.</Note>
      <Button size="xl" fullWidth onClick={open}>
        Confirmar y registrar mi llegada
      </Button>
      {error !== null && isOpen && <ErrorPanel error={error} retry={() => void refetch()} />}
      <Suspense>
        {isMounted && activity !== undefined && (
          <ConfirmAttendanceDialog
            activity={activity}
            viewer={viewer}
            loadResult={loadUnsent}
            isOpen={isOpen}
            onClose={close}
            onConfirmed={() => {
              close();
              onConfirmed();
            }}
          />
        )}
      </Suspense>
    </>
  );
}

/** Mails the personal link: its page, opened on this phone, leads back here. */
function LinkByMail({ activityId, code }: { readonly activityId: string; readonly code: string }) {
  const request = useRequestPersonalLink();
  const form = useSchemaForm(personalLinkRequest, { email: '' });
  const send = form.handleSubmit(({ email }) => {
    rememberPlace(activityId, code);
    request.mutate({ email, taskId: activityId });
  });
  if (request.isSuccess)
    return (
      <p role="status">
        {`${request.data.message} Ábrelo en este celular: ahí estará el botón «Ya llegué».`}
      </p>
    );
  return (
    <form noValidate onSubmit={send} aria-label="Pedir mi enlace">
      <Stack gap="sm">
        <TextInput
          label="El correo con el que confirmaste"
          description="Te enviamos tu enlace personal para que lo abras aquí."
          type="email"
          autoComplete="email"
          {...fieldProps(form, 'email')}
        />
        <MessageBox
          kind="error"
          message={
            request.error && {
              sentences: errorSentences(request.error, 'No pudimos enviar el enlace'),
              isVisible: true,
            }
          }
        />
        <BusyButton type="submit" variant="default" isBusy={request.isPending} busyLabel="Enviando…">
          Enviarme el enlace
        </BusyButton>
      </Stack>
    </form>
  );
}

/** 'las 7:00 a. m.', or with the day if it is not today. */
const opensText = (opens: Date): string => arrivalTimeText(opens.toISOString(), now()).replace(/^a /, '');

interface ArrivedProps {
  readonly place: Place;
  readonly name: string;
  readonly checkedInAt: string;
}

/** The result, large enough for the organiser at the entrance to read it from a distance. */
const Arrived = ({ place, name, checkedInAt }: ArrivedProps) => (
  <>
    <PageHeading title="¡Ya estás en la lista de quienes llegaron!" windowTitle={WINDOW_TITLE} />
    <Stack gap="md">
      <div role="status" className={classes.arrived}>
        <IconCircleCheckFilled size={72} aria-hidden />
        <p className={classes.name}>{name}</p>
        <p className={classes.time}>{`Llegaste ${arrivalTimeText(checkedInAt, now())}`}</p>
      </div>
      <Where place={place} isTitled />
    </Stack>
  </>
);

interface WhereProps {
  readonly place: Place;
  /** The page's heading is not the activity's title. */
  readonly isTitled: boolean;
}

const Where = ({ place: { activity }, isTitled }: WhereProps) => (
  <section className={`stack card ${classes.part}`} aria-label="La actividad">
    {isTitled && <p className={classes.subtitle}>{activity.title}</p>}
    <EventWhen date={activity.date} endDate={activity.endDate} />
    <p className="row gap-m">
      <IconMapPin size={22} aria-hidden />
      <span>{activity.place || 'Lugar por confirmar'}</span>
    </p>
  </section>
);

/** An arrival that waits for a network, or that the server rejected when it was sent. */
function Unsent({ entry }: { readonly entry: UnsentArrival }) {
  const { outcome } = entry;
  if (outcome === null)
    return (
      <div role="status" className={`${classes.arrived} ${classes.waiting}`}>
        <IconUserCheck size={56} aria-hidden />
        <p className={classes.name}>Guardamos tu llegada</p>
        <p>{`La enviamos apenas haya conexión: deja esta página abierta o vuelve a abrir ${siteName}.`}</p>
      </div>
    );
  return (
    <Stack gap="sm">
      <Note tone="clay">{`No pudimos registrar la llegada que guardamos. ${outcome.refusal}`}</Note>
      <Button variant="default" onClick={() => void changeEntries(selfArrivalKind, [entry], () => null)}>
        Entendido
      </Button>
    </Stack>
  );
}

const ActivityLink = ({ id }: { readonly id: string }) => (
  <Button variant="default" renderRoot={props => <Link to="/actividades/$id" params={{ id }} {...props} />}>
    Ver la actividad
  </Button>
);

const UnknownPlace = () => (
  <>
    <PageHeading title="Este código ya no sirve" windowTitle={WINDOW_TITLE} />
    <EmptyState
      drawing="path"
      title="Busca el código que está colgado ahora"
      text="A la dirección le falta o le sobra algo, o quien organiza cambió el código. También puedes pedirle a quien recibe que registre tu llegada."
    >
      <Button renderRoot={props => <Link to="/actividades" {...props} />}>Ver la agenda</Button>
    </EmptyState>
  </>
);

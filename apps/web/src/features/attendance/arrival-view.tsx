import { Button, Stack } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { ARRIVAL_PATH, isArrivalCode } from '@minga/contract/arrival-code';
import {
  type Arrival,
  type CheckInOutcome,
  type CheckInResult,
  checkIn,
  readArrival,
} from '@minga/contract/check-ins';
import { IconDoorEnter, IconMapPin, IconUserCheck } from '@tabler/icons-react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { EventWhen } from '../../components/event-when.tsx';
import { MessageBox } from '../../components/message-box.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Note } from '../../components/page/note.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { now } from '../../lib/dates/now.ts';
import { counted } from '../../lib/digits.ts';
import { errorSentences, errorText } from '../../lib/errors/error-sentences.ts';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { call } from '../../lib/server/api.ts';
import { randomUuid } from '../../lib/storage/random-uuid.ts';
import classes from './arrival.module.css';
import { arrivalTimeText } from './arrived-notice.tsx';
import type { Viewer } from './model.ts';
import { OwnCode } from './own-code.tsx';

interface Props {
  readonly code: string;
  /** Null without a session; undefined while that is not known. */
  readonly viewer: Viewer | undefined;
}

const TITLE = 'Código de llegada';
const WRONG =
  'A la dirección le falta o le sobra algo. Ábrela otra vez desde tu correo o tu enlace personal, o pídele a la persona que te muestre el código completo.';

/**
 * /llegada/{code}, the address in a QR code (docs/rules.md R18.1): an account that checks people in can do so; for others it is the
 * code to show at the door. Without a session it makes no call.
 */
export function ArrivalView({ code, viewer }: Props) {
  const isValid = isArrivalCode(code);
  const isAsking = isValid && viewer != null;
  const { data, error, isLoading, refetch } = useQuery({ ...arrivalOf(code), enabled: isAsking });
  if (!isValid) return <PageHeading title="Este código no es válido" windowTitle={TITLE} lead={WRONG} />;
  if (viewer === undefined || isLoading)
    return (
      <>
        <PageHeading title={TITLE} />
        <LoadingStatus text="Abriendo el código…" />
      </>
    );
  if (data) return <ArrivalCheckIn code={code} arrival={data} />;
  return <ArrivalCode code={code} isSignedIn={viewer !== null} error={error} retry={refetch} />;
}

interface ArrivalCheckInProps {
  readonly code: string;
  readonly arrival: Arrival;
}

/** The person of a code, for an account that may check it in: name, party and activity, and the button. */
function ArrivalCheckIn({ code, arrival }: ArrivalCheckInProps) {
  const { activity, attendance } = arrival;
  const { name, companions, status, checkedInAt } = attendance;
  const register = useRegisterArrival(code, arrival);
  // The button that was pressed is gone afterwards.
  const state = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(state, useFocusRecovery(state));
  const notice = arrivalNotice(attendance, register.data?.result, now());
  const canRegister = status === 'confirmed' && checkedInAt === null && register.data?.result !== 'unknown';
  return (
    <>
      <PageHeading title={name} windowTitle="Registrar llegada" lead={partyText(companions)} />
      <Stack ref={ref} gap="md" tabIndex={-1} className={classes.state}>
        <MessageBox
          kind={notice?.kind ?? 'info'}
          message={notice && { sentences: [notice.text], isVisible: true }}
        />
        <MessageBox
          kind="error"
          message={
            register.error && {
              sentences: errorSentences(register.error, 'No pudimos registrar la llegada'),
              isVisible: true,
            }
          }
        />
        {canRegister && (
          <BusyButton
            size="xl"
            fullWidth
            leftSection={<IconUserCheck size={26} aria-hidden />}
            isBusy={register.isPending}
            busyLabel="Registrando…"
            onClick={() => register.mutate()}
          >
            Registrar llegada
          </BusyButton>
        )}
        <section className={`stack card ${classes.activity}`} aria-label="La actividad">
          <p className={classes.title}>{activity.title}</p>
          <EventWhen date={activity.date} endDate={activity.endDate} />
          <p className={`row gap-m ${classes.place}`}>
            <IconMapPin size={22} aria-hidden />
            <span>{activity.place || 'Lugar por confirmar'}</span>
          </p>
        </section>
        <Button
          variant="default"
          leftSection={<IconDoorEnter size={20} aria-hidden />}
          renderRoot={props => (
            <Link to="/tasks/$id/$tab" params={{ id: activity._id, tab: 'puerta' }} {...props} />
          )}
        >
          Ir a la puerta
        </Button>
      </Stack>
    </>
  );
}

function partyText(companions: number): string {
  if (companions === 0) return 'Viene por su cuenta, sin acompañantes.';
  const party = companions + 1;
  return `Viene con ${counted(companions, 'acompañante', 'acompañantes')}: son ${party} personas.`;
}

interface ArrivalCodeProps {
  readonly code: string;
  readonly isSignedIn: boolean;
  /** Why it is not known whether the account checks people in. */
  readonly error: Error | null;
  readonly retry: () => void;
}

/** For every viewer but the door. The page does not tell whether the code exists. */
const ArrivalCode = ({ code, isSignedIn, error, retry }: ArrivalCodeProps) => (
  <>
    <PageHeading
      title="Este es un código de llegada"
      windowTitle="Código de llegada"
      lead="Muéstralo en la puerta de la actividad: con él registran que llegaste."
    />
    <OwnCode code={code} name={null} />
    <p className={classes.secret}>Es personal, como una entrada: no lo publiques ni lo reenvíes.</p>
    {error !== null && (
      <div className={`stack ${classes.failed}`}>
        <Note tone="clay">{errorText(error, 'No pudimos comprobar si recibes en esta actividad')}</Note>
        <Button variant="default" onClick={retry}>
          Intentar de nuevo
        </Button>
      </div>
    )}
    <p className={`soft small ${classes.door}`}>
      {isSignedIn ? (
        '¿Recibes en la puerta? Entra con la cuenta que está en el equipo de la actividad.'
      ) : (
        <Link to="/login" search={{ volver: `${ARRIVAL_PATH}/${code}` }}>
          Recibo en la puerta: iniciar sesión
        </Link>
      )}
    </p>
  </>
);

interface Notice {
  readonly kind: 'success' | 'warning' | 'info';
  readonly text: string;
}

/** How a party stands at the door, after the `result` of a check-in if there was one; null: it can be checked in. */
export function arrivalNotice(
  { status, checkedInAt }: Pick<Arrival['attendance'], 'status' | 'checkedInAt'>,
  result: CheckInResult | undefined,
  now: Date,
): Notice | null {
  if (result === 'unknown')
    return {
      kind: 'warning',
      text: 'Este código ya no sirve: pídele a la persona que abra el suyo otra vez.',
    };
  if (checkedInAt !== null) {
    const when = arrivalTimeText(checkedInAt, now);
    return result === 'checked-in'
      ? { kind: 'success', text: `Llegada registrada ${when}` }
      : { kind: 'info', text: `Ya llegó: se registró ${when}` };
  }
  if (status === 'confirmed' && result !== 'not-confirmed') return null;
  return {
    kind: 'warning',
    text:
      status === 'offered'
        ? 'Tiene un cupo ofrecido que todavía no ha aceptado: por ahora no puede entrar con este código.'
        : 'No tiene un cupo confirmado: por ahora no puede entrar con este código.',
  };
}

const arrivalKey = (code: string) => ['arrival', code] as const;

/** The attendance of a code, for an account that checks people in; null: there is none for this account. Not persisted. */
const arrivalOf = (code: string) =>
  queryOptions({
    queryKey: arrivalKey(code),
    queryFn: async ({ signal }): Promise<Arrival | null> =>
      (await ignoreNotFound(call(readArrival, { body: { code }, signal }))) ?? null,
  });

/**
 * Checks in the party of a code. A press after a lost response sends the same id, so that the first press is not taken for an earlier
 * arrival; each outcome ends the id.
 */
function useRegisterArrival(code: string, { activity }: Arrival) {
  const queryClient = useQueryClient();
  const id = useRef<string>(null);
  return useMutation({
    mutationFn: async (): Promise<CheckInOutcome> => {
      id.current ??= randomUuid();
      const items = [{ id: id.current, code, at: now().toISOString() }];
      const { results } = await call(checkIn, { params: { taskId: activity._id }, body: { items } });
      const [outcome] = results;
      if (outcome === undefined) throw new Error('a check-in has no outcome');
      return outcome;
    },
    onSuccess: ({ result, checkedInAt }) => {
      id.current = null;
      if (result === 'unknown') return;
      queryClient.setQueryData(arrivalKey(code), (cached: Arrival | null | undefined) =>
        cached ? { ...cached, attendance: { ...cached.attendance, checkedInAt } } : cached,
      );
    },
  });
}

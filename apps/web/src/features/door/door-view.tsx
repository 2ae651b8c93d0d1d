import { Button } from '@mantine/core';
import type { Door } from '@minga/contract/check-ins';
import { DOOR_CLOSES_DAYS, doorHours } from '@minga/contract/door-hours';
import {
  IconArrowLeft,
  IconCloudCheck,
  IconCloudDown,
  IconDots,
  IconQrcode,
  IconUserPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useId, useRef, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { Switch } from '../../components/form/switch.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Note } from '../../components/page/note.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { digits } from '../../lib/digits.ts';
import { whenLoaded } from '../../lib/errors/load-code.ts';
import { ApiError } from '../../lib/server/api.ts';
import { isClosedTo, offlineReadiness } from './api.ts';
import classes from './door.module.css';
import { DoorList } from './door-list.tsx';
import { type DoorCounts, type DoorPerson, doorCounts } from './model.ts';
import { ResultPanel, ReviewList, SendingStatus } from './results.tsx';
import { isMuted, setMuted } from './sounds.ts';
import { useAdmission } from './use-admission.ts';
import { useDoor } from './use-door.ts';
import type { WalkIn } from './walk-in-dialog.tsx';

interface Props {
  readonly taskId: string;
  /** The account's id. */
  readonly owner: string;
  /** The account organises the activity: a wide screen has its line and tabs above. */
  readonly hasTabs: boolean;
}

const NOBODY: readonly DoorPerson[] = [];

/** /tasks/{id}/puerta: checks people in by their codes or by the list, with or without a network. */
export function DoorView({ taskId, owner, hasTabs }: Props) {
  const { activity, people = NOBODY, arrivals, note, error, refetch, isFromServer } = useDoor(taskId, owner);
  const admission = useAdmission({ taskId, owner, people, note });
  const menu = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  /** Gets the focus of a button that disappears; the search would open a phone's keyboard. */
  const rows = useRef<HTMLDivElement>(null);

  if (activity === undefined || (error && isClosedTo(error)))
    return <DoorMissing taskId={taskId} error={error} retry={refetch} />;
  const { opens, closes } = doorHours(activity);
  const isOpen = opens <= now() && now() <= closes;
  // The clock of a device may be wrong by days: only the server's clock closes the door.
  const isShut = isFromServer && !isOpen;
  return (
    <>
      <div className={`row ${classes.head}`} data-tabs={hasTabs || undefined}>
        <Link to="/actividades/$id" params={{ id: taskId }} className={`centred ${classes.back}`}>
          <IconArrowLeft size={22} aria-hidden />
          <span className="unseen">Volver a la actividad</span>
        </Link>
        <div className={classes.names}>
          <PageHeading title="Puerta" windowTitle={`Puerta · ${activity.title}`} />
          <p className={`soft small ${classes.activity}`}>{activity.title}</p>
        </div>
        {!isShut && <DoorMenu panel={menu} />}
      </div>
      <div className={`stack ${classes.columns}`}>
        <div className={`stack ${classes.tools}`}>
          <DoorCounter counts={doorCounts(people)} />
          <DoorNotice
            taskId={taskId}
            activity={activity}
            isOpen={isOpen}
            isShut={isShut}
            isOrganiser={hasTabs}
          />
          <Suspense>{activity.selfCheckIn && <PlaceCode taskId={taskId} isOrganiser={hasTabs} />}</Suspense>
          <SendingStatus taskId={taskId} owner={owner} arrivals={arrivals} />
          <ReviewList arrivals={arrivals} afterFocus={rows} />
          {!isShut && (
            <DoorTools
              onRead={admission.read}
              onWalkIn={admission.admitWalkIn}
              onList={() => search.current?.focus()}
              menu={menu}
            />
          )}
        </div>
        <DoorList
          people={people}
          searchRef={search}
          rowsRef={rows}
          result={
            <ResultPanel
              result={admission.result}
              onUndo={admission.undo}
              onClose={admission.close}
              afterFocus={rows}
            />
          }
          isShut={isShut}
          onSearch={admission.close}
          onCode={admission.enter}
          onAdmit={admission.admitByRow}
          onUndo={admission.undo}
        />
      </div>
      <ConfirmDialog
        isOpen={admission.erasing !== null}
        title="Deshacer la llegada y borrar las horas"
        confirmLabel="Deshacer y borrar"
        onConfirm={() => (admission.erasing ? admission.undoNow(admission.erasing) : undefined)}
        onCancel={admission.dismiss}
      >
        <p>
          Sus horas ya están confirmadas: se borran con la llegada y su constancia queda anulada. Solo puede
          hacerlo quien organiza la actividad.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** How many have come of those who are expected. */
const DoorCounter = ({ counts: { people, parties } }: { counts: DoorCounts }) => (
  <section aria-label="Cuántas personas han llegado" className={`cluster ${classes.counter}`}>
    <p>
      <strong className={classes.number}>{digits(people.arrived)}</strong>
      <span>{` de ${digits(people.expected)} ${people.expected === 1 ? 'persona' : 'personas'}`}</span>
    </p>
    <p className="soft">
      {`${digits(parties.arrived)} de ${digits(parties.expected)} ${parties.expected === 1 ? 'confirmación' : 'confirmaciones'}`}
    </p>
  </section>
);

interface DoorMissingProps {
  readonly taskId: string;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** While the door has no list: it is loading, missing, not the viewer's, or not on this device. */
function DoorMissing({ taskId, error, retry }: DoorMissingProps) {
  if (error === null)
    return (
      <>
        <PageHeading title="Puerta" />
        <LoadingStatus text="Cargando la lista de la puerta…" />
      </>
    );
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 403)
    return (
      <>
        <PageHeading title="No recibes en esta actividad" />
        <EmptyState
          drawing="people"
          title="Aquí reciben quienes organizan"
          text="Pídele a quien organiza que te agregue al equipo."
        >
          <Button renderRoot={props => <Link to="/actividades/$id" params={{ id: taskId }} {...props} />}>
            Ver la actividad
          </Button>
        </EmptyState>
      </>
    );
  if (status === 404 || status === 400)
    return (
      <>
        <PageHeading title="No encontramos esta actividad" />
        <EmptyState
          drawing="path"
          title="Por aquí no hay camino"
          text="El enlace está incompleto o la eliminaron."
        >
          <Button renderRoot={props => <Link to="/tasks" {...props} />}>Ir a mis actividades</Button>
        </EmptyState>
      </>
    );
  return <ErrorPanel error={error} retry={retry} isWholePage />;
}

interface DoorNoticeProps {
  readonly taskId: string;
  readonly activity: Door['activity'];
  /** By the present time. */
  readonly isOpen: boolean;
  /** By the server's time. */
  readonly isShut: boolean;
  /** May invite others: people who only receive may not open the team. */
  readonly isOrganiser: boolean;
}

/** Whether the door is open, and whether it opens without a network on this device. */
function DoorNotice({ taskId, activity, isOpen, isShut, isOrganiser }: DoorNoticeProps) {
  const { data: isReady } = useQuery(offlineReadiness(taskId));
  return (
    <>
      {!isOpen && <Note tone="sky">{hoursText(activity, isShut)}</Note>}
      {isShut && now() < doorHours(activity).opens && <Preparation teamOf={isOrganiser ? taskId : null} />}
      <p role="status" className={`row soft ${classes.ready}`}>
        {isReady ? <IconCloudCheck size={20} aria-hidden /> : <IconCloudDown size={20} aria-hidden />}
        <span>
          {isReady
            ? 'Lista para usar sin internet en este dispositivo.'
            : 'Preparando la puerta para usarla sin internet…'}
        </span>
      </p>
    </>
  );
}

/** How to be ready before the door opens. */
const Preparation = ({ teamOf }: { readonly teamOf: string | null }) => (
  <details className={classes.review}>
    <summary className={classes.summary}>Cómo prepararte</summary>
    <ul className={classes.reviewList}>
      <li>Abre esta pantalla con internet en el celular que llevas.</li>
      {teamOf !== null && (
        <li>
          Si reciben varias personas, invítalas en{' '}
          <Link to="/tasks/$id/$tab" params={{ id: teamOf, tab: 'equipo' }} className="link">
            Equipo
          </Link>
          .
        </li>
      )}
    </ul>
  </details>
);

/** The time of day ends a sentence: 'p. m.' */
function hoursText(activity: Door['activity'], isShut: boolean): string {
  const { opens } = doorHours(activity);
  if (!isShut)
    return 'Según el reloj de este dispositivo no es la hora de esta actividad. Revísalo; mientras tanto puedes recibir.';
  return now() < opens
    ? `La puerta abre el ${longDate(opens)}`
    : `La puerta ya cerró: se recibe hasta ${DOOR_CLOSES_DAYS} días después de la actividad.`;
}

// Without a network neither its code nor the code of the place may be here.
const PlaceCode = lazy(() =>
  import('./place-code.tsx').then(
    module => ({ default: module.PlaceCode }),
    () => ({ default: () => null }),
  ),
);

const loadScanner = () => import('./scanner.tsx');
const Scanner = lazy(() => loadScanner().then(module => ({ default: module.Scanner })));
const loadDialog = () => import('./walk-in-dialog.tsx');
const WalkInDialog = lazy(() => loadDialog().then(module => ({ default: module.WalkInDialog })));

interface DoorToolsProps {
  readonly onRead: (text: string) => void;
  readonly onWalkIn: (walkIn: WalkIn) => void;
  /** Leads from the camera to the list. */
  readonly onList: () => void;
  /** The place in which the camera's light is switched. */
  readonly menu: RefObject<HTMLElement | null>;
}

/** The camera, below its button so that this stays under the finger, and those who come without having signed up. */
function DoorTools({ onRead, onWalkIn, onList, menu }: DoorToolsProps) {
  const [isScanning, setScanning] = useState(false);
  const walkIn = useLazyDialog(loadDialog);

  return (
    <>
      <div className={classes.toolRow}>
        <Button
          size="md"
          variant={isScanning ? 'default' : 'filled'}
          leftSection={<IconQrcode size={22} aria-hidden />}
          onClick={() => (isScanning ? setScanning(false) : whenLoaded(loadScanner, () => setScanning(true)))}
        >
          {isScanning ? 'Cerrar la cámara' : 'Leer códigos'}
        </Button>
        <Button
          size="md"
          variant="default"
          leftSection={<IconUserPlus size={22} aria-hidden />}
          onClick={walkIn.open}
        >
          Llegó sin confirmar
        </Button>
      </div>
      {isScanning && (
        <Suspense fallback={<LoadingStatus text="Abriendo la cámara…" />}>
          <Scanner
            menu={menu}
            onText={onRead}
            onList={() => {
              setScanning(false);
              onList();
            }}
          />
        </Suspense>
      )}
      {walkIn.isMounted && (
        <Suspense>
          <WalkInDialog isOpen={walkIn.isOpen} onClose={walkIn.close} onAdmit={onWalkIn} />
        </Suspense>
      )}
    </>
  );
}

/** The settings of the door: its sound, and the light while the camera has one (scanner.tsx). */
function DoorMenu({ panel }: { readonly panel: RefObject<HTMLDivElement | null> }) {
  const id = useId();
  const [isSilent, setSilent] = useState(isMuted);
  return (
    <>
      <button
        type="button"
        popoverTarget={id}
        aria-label="Más opciones"
        className={`centred plain ${classes.dots}`}
      >
        <IconDots size={22} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only follows the focus. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={`card ${classes.menu}`}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.togglePopover?.(false);
        }}
      >
        <Switch
          label="Sonido"
          isOn={!isSilent}
          onChange={isOn => {
            setMuted(!isOn);
            setSilent(!isOn);
          }}
        />
      </div>
    </>
  );
}

import { Button, CloseButton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCurrentLocation, IconMapPinOff } from '@tabler/icons-react';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { showSurroundings } from '../../../components/map/camera.ts';
import type { GlMap } from '../../../components/map/map-engine.ts';
import { MapOverlay } from '../../../components/map/map-overlay.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { isLocationHidden } from '../model.ts';
import { ActivityRows, useActiveRow } from './activity-list.tsx';
import { MapSheet, useMapSheet } from './map-sheet.tsx';
import classes from './map-view.module.css';
import { type LocateResult, locateDevice, useDevicePosition } from './near-me.ts';

// A map needs the network, its list does not: the worker does not cache this code ahead (precached-code.ts).
const ResultsMap = lazy(() =>
  import('./results-map.tsx').then(
    module => ({ default: module.ResultsMap }),
    () => ({ default: NoMap }),
  ),
);
const NoMap = () => (
  <p data-empty className={`soft ${classes.map}`}>
    No pudimos mostrar el mapa. La lista tiene lo mismo.
  </p>
);

interface Props {
  /** At least one. */
  activities: readonly Activity[];
  /** Shown first, as if its point had been pressed. */
  focused: Activity | undefined;
  /** Whether the activities are in the order of their days. */
  isByDay: boolean;
  /** Renders a mark such as 'Vas'; memoized. */
  mark: (activity: Activity) => ReactNode;
  /** Explains why list and map differ; empty if they do not. */
  difference: string;
  note: ReactNode;
  /** The number of results, and the way to them without a map. */
  head: ReactNode;
}

/** The map of these activities and their list. */
export function ActivityMap({ activities, focused, isByDay, mark, difference, note, head }: Props) {
  const active = useActiveRow();
  const isHydrated = useClientValue(true, false);
  const sheet = useMapSheet();
  const map = useRef<HTMLDivElement>(null);
  const marks = useCallback(
    (activity: Activity) => (
      <>
        {mark(activity)}
        {activity.location === null && <UnplacedMark activity={activity} />}
      </>
    ),
    [mark],
  );
  const [chosenIds, setChosenIds] = useState<readonly string[]>(focused?.location ? [focused._id] : []);
  const byId = useMemo(() => new Map(activities.map(activity => [activity._id, activity])), [activities]);
  const chosen = chosenIds.flatMap(id => byId.get(id) ?? []);
  const others = useMemo(
    () => activities.filter(({ _id }) => !chosenIds.includes(_id)),
    [activities, chosenIds],
  );

  function choose(ids: readonly string[]) {
    setChosenIds(ids);
    sheet.showFirst();
  }

  // The whole list would cover what has the focus.
  const uncover = useEffectEvent(({ target }: FocusEvent) => {
    const isOfKeyboard = target instanceof Element && target.matches(':focus-visible');
    if (isOfKeyboard && sheet.position === 'whole') sheet.moveTo('peek');
  });
  useEffect(() => {
    const side = map.current;
    side?.addEventListener('focusin', uncover);
    return () => side?.removeEventListener('focusin', uncover);
  }, []);

  return (
    <div className={classes.area}>
      <div ref={map} className={classes.side}>
        {isHydrated && (
          <Suspense fallback={<LoadingStatus text="Cargando el mapa..." />}>
            <ResultsMap
              label="Mapa de actividades"
              loading="Cargando el mapa... Mientras tanto, la lista tiene las mismas actividades."
              className={classes.map}
              activities={activities}
              first={focused}
              active={active}
              chosenId={chosenIds[0]}
              onChoose={choose}
              coveredPart={() => sheet.covered(map.current)}
            >
              {({ gl }) => <DevicePosition map={gl} />}
            </ResultsMap>
          </Suspense>
        )}
      </div>
      <MapSheet sheet={sheet} head={head}>
        {chosen.length > 0 && (
          <ChosenPoint activities={chosen} mark={marks} onClose={() => setChosenIds([])} />
        )}
        <p className={classes.difference}>{difference}</p>
        <div className={classes.note}>{note}</div>
        <ActivityRows rows={others} isByDay={isByDay} mark={marks} active={active} />
      </MapSheet>
    </div>
  );
}

interface ChosenPointProps {
  /** Those of one point. */
  activities: readonly Activity[];
  mark: (activity: Activity) => ReactNode;
  onClose: () => void;
}

/** The rows of a pressed point, before the others. They take the focus; Escape closes them. */
function ChosenPoint({ activities, mark, onClose }: ChosenPointProps) {
  const group = useRef<HTMLElement>(null);
  const ids = activities.map(({ _id }) => _id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another point was pressed.
  useEffect(() => group.current?.focus({ preventScroll: true }), [ids]);
  return (
    <section
      ref={group}
      tabIndex={-1}
      aria-label="En este punto"
      className={classes.chosen}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <ActivityRows rows={activities} isByDay={false} mark={mark} />
      <CloseButton aria-label="Cerrar" className={classes.close} size={44} onClick={onClose} />
    </section>
  );
}

const UnplacedMark = ({ activity }: { activity: Activity }) => (
  <span className={classes.unplaced}>
    <IconMapPinOff size={14} aria-hidden />
    <span>{isLocationHidden(activity) ? 'Punto al confirmar' : 'Sin punto'}</span>
  </span>
);

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const texts: Record<'locating' | LocateResult, string> = {
  locating: 'Buscando dónde estás...',
  found: 'El punto azul es tu posición aproximada, de un kilómetro. No la guardamos.',
  denied: 'No tenemos permiso para saber dónde estás. Puedes darlo en los ajustes de tu navegador.',
  unknown: 'No pudimos saber dónde estás. Intenta de nuevo.',
};

/** 'Cerca de mí' on the map: asks for the device's rounded position when pressed, and shows it. */
function DevicePosition({ map }: { map: GlMap }) {
  const found = useDevicePosition();
  const position = found === null ? null : parsePosition(found);
  const [state, setState] = useState<'locating' | LocateResult | null>(null);
  const isLocating = state === 'locating';

  async function locate(): Promise<void> {
    if (isLocating) return;
    setState('locating');
    setState(await locateDevice());
    // Read by then, it would cover what the user looks for.
    void map.once('dragstart', () => setState(null));
  }

  const showHere = useEffectEvent(() => position && showSurroundings(map, position));
  useEffect(() => {
    if (state === 'found') showHere();
  }, [state]);

  return (
    <>
      {position && (
        <MapOverlay map={map} position={position}>
          <div className={classes.here} />
        </MapOverlay>
      )}
      <Button
        variant="default"
        classNames={{ root: classes.locate, section: classes.locateIcon, label: classes.locateName }}
        leftSection={<IconCurrentLocation size={20} aria-hidden />}
        aria-busy={isLocating || undefined}
        onClick={() => void locate()}
      >
        Cerca de mí
      </Button>
      <p role="status" className={classes.located}>
        {state !== null && texts[state]}
      </p>
    </>
  );
}

/** `lat,lon` */
function parsePosition(text: string): Position {
  const [latitude = 0, longitude = 0] = text.split(',').map(Number);
  return { latitude, longitude };
}

import { Button, CloseButton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCurrentLocation, IconMapPin, IconMapPinOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { CalendarLeaf } from '../../../components/brand/calendar-leaf.tsx';
import {
  bringIntoView,
  fitPositions,
  showDefault,
  showStreets,
  showSurroundings,
} from '../../../components/map/camera.ts';
import type { LiveMap } from '../../../components/map/map-engine.ts';
import { MapFrame } from '../../../components/map/map-frame.tsx';
import { MapOverlay } from '../../../components/map/map-overlay.tsx';
import { MapPoints } from '../../../components/map/map-points.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { digits } from '../../../lib/digits.ts';
import { fromList, isLocationHidden } from '../model.ts';
import classes from './map-view.module.css';
import { type LocateResult, locateDevice, useDevicePosition } from './near-me.ts';

interface Props {
  /** At least one. */
  activities: readonly Activity[];
  /** Shown first, with its card open. */
  focused: Activity | undefined;
  /** Explains why list and map differ; empty if they do not. */
  difference: string;
}

/** The map of these activities and their list. */
export function ActivityMap({ activities, focused, difference }: Props) {
  const [map, setMap] = useState<LiveMap | null>(null);
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const [chosenIds, setChosenIds] = useState<readonly string[]>(focused?.location ? [focused._id] : []);
  const { position, isFound, isLocating, text, locate } = useMapPosition();
  const points = useMemo(() => mapPoints(activities), [activities]);
  const byId = useMemo(() => new Map(activities.map(activity => [activity._id, activity])), [activities]);
  const chosen = chosenIds.flatMap(id => byId.get(id) ?? []);

  const show = useEffectEvent((live: LiveMap, animate: boolean) => {
    if (focused?.location) showStreets(live.gl, focused.location, { animate });
    else
      fitPositions(
        live.gl,
        points.map(({ position }) => position),
        { animate },
      );
  });
  const shownIds = points.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are shown as a whole; a refetch of the same ones moves nothing.
  useEffect(() => {
    if (map) show(map, true);
  }, [map, shownIds]);

  const showHere = useEffectEvent(() => map && position && showSurroundings(map.gl, position));
  useEffect(() => {
    if (isFound) showHere();
  }, [isFound]);

  function focusEntry(id: string | null) {
    setFocusedId(id);
    const location = id === null ? null : byId.get(id)?.location;
    if (map && location) bringIntoView(map.gl, location);
  }

  const nameOf = (id: string) => {
    const activity = byId.get(id);
    return activity ? `${activity.title}, ${longDate(activity.date)}` : '';
  };
  return (
    <div className={`stack gap-l ${classes.area}`}>
      <div className={classes.side}>
        <MapFrame
          label="Mapa de actividades"
          loading="Cargando el mapa... Mientras tanto, la lista tiene las mismas actividades."
          fallback="No pudimos mostrar el mapa. La lista tiene lo mismo."
          className={classes.map}
          onReady={live => {
            showDefault(live);
            show(live, false);
            setMap(live);
          }}
        >
          {({ gl }) => (
            <>
              <MapPoints
                map={gl}
                points={points}
                nameOf={nameOf}
                activeId={focusedId ?? hoveredId ?? chosenIds[0] ?? null}
                onChoose={setChosenIds}
              />
              {position && (
                <MapOverlay map={gl} position={position}>
                  <div className={classes.here} />
                </MapOverlay>
              )}
              <Button
                variant="default"
                className={classes.locate}
                leftSection={<IconCurrentLocation size={20} aria-hidden />}
                aria-busy={isLocating || undefined}
                onClick={() => void locate()}
              >
                Cerca de mí
              </Button>
              {chosen.length > 0 && <MapCard activities={chosen} onClose={() => setChosenIds([])} />}
            </>
          )}
        </MapFrame>
        <p role="status" className={classes.hint}>
          {text}
        </p>
      </div>
      <div>
        <p className={classes.difference}>{difference}</p>
        <MapList activities={activities} onHover={setHoveredId} onFocus={focusEntry} />
      </div>
    </div>
  );
}

interface MapCardProps {
  /** Those of one point. */
  activities: readonly Activity[];
  onClose: () => void;
}

/** The card of a pressed point. It takes the focus; Escape closes it. */
function MapCard({ activities, onClose }: MapCardProps) {
  const card = useRef<HTMLElement>(null);
  const ids = activities.map(({ _id }) => _id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another point was pressed.
  useEffect(() => card.current?.focus({ preventScroll: true }), [ids]);
  return (
    <section
      ref={card}
      tabIndex={-1}
      aria-label="En este punto"
      className={`card ${classes.card}`}
      onKeyDown={event => event.key === 'Escape' && onClose()}
    >
      <CloseButton aria-label="Cerrar" className={classes.close} size={44} onClick={onClose} />
      <ul>
        {activities.map(activity => (
          <li key={activity._id}>
            <MapEntry activity={activity} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface MapListProps {
  activities: readonly Activity[];
  /** The entry under the pointer; null when the pointer leaves it. */
  onHover: (id: string | null) => void;
  onFocus: (id: string | null) => void;
}

/** What the map shows, for keyboards and screen readers too. An entry with the focus or the pointer highlights its point. */
const MapList = ({ activities, onHover, onFocus }: MapListProps) => (
  <section aria-label="Las actividades del mapa" className={classes.list}>
    <ul>
      {activities.map(activity => (
        <li
          key={activity._id}
          onPointerEnter={() => onHover(activity._id)}
          onPointerLeave={() => onHover(null)}
          onFocus={() => onFocus(activity._id)}
          onBlur={() => onFocus(null)}
        >
          <MapEntry activity={activity} />
        </li>
      ))}
    </ul>
  </section>
);

/** An activity in the map's list and card: title, date, place. The whole entry is its link. */
function MapEntry({ activity }: { activity: Activity }) {
  const { _id, title, date, place, location } = activity;
  return (
    <div className={classes.entry}>
      <CalendarLeaf date={date} />
      <div className={classes.words}>
        <Link to="/actividades/$id" params={{ id: _id }} state={fromList} className={classes.link}>
          {title}
        </Link>
        <time dateTime={date}>{longDate(date)}</time>
        <span className={classes.place}>
          <IconMapPin size={16} aria-hidden />
          <span>{place === '' ? 'Lugar por confirmar' : place}</span>
        </span>
        {location === null && (
          <span className={classes.place}>
            <IconMapPinOff size={16} aria-hidden />
            <span>{unplacedText(activity)}</span>
          </span>
        )}
      </div>
    </div>
  );
}

const unplacedText = (activity: Activity) =>
  isLocationHidden(activity) ? 'El punto lo ven quienes confirman' : 'Sin punto en el mapa';

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

/** 'Cerca de mí' on the map: asks for the device's rounded position when pressed. */
function useMapPosition() {
  const found = useDevicePosition();
  const [state, setState] = useState<'locating' | LocateResult | null>(null);

  async function locate(): Promise<void> {
    if (state === 'locating') return;
    setState('locating');
    setState(await locateDevice());
  }

  return {
    position: found === null ? null : parsePosition(found),
    isLocating: state === 'locating',
    isFound: state === 'found',
    text: state === null ? '' : texts[state],
    locate,
  };
}

/** `lat,lon` */
function parsePosition(text: string): Position {
  const [latitude = 0, longitude = 0] = text.split(',').map(Number);
  return { latitude, longitude };
}

interface MapPoint {
  readonly id: string;
  readonly position: NonNullable<Activity['location']>;
}

/** The activities of the list and of the map: the one that the address names first, each once. */
export function mapEntries(focused: Activity | undefined, results: readonly Activity[]): Activity[] {
  if (focused === undefined) return [...results];
  return [focused, ...results.filter(({ _id }) => _id !== focused._id)];
}

/** The points of the activities whose location the viewer may see. */
export const mapPoints = (activities: readonly Activity[]): MapPoint[] =>
  activities.flatMap(({ _id, location }) => (location === null ? [] : [{ id: _id, position: location }]));

/** Explains a difference between the count, the list and the map; empty without one. */
export function differenceText(total: number, activities: readonly Activity[]): string {
  const unplaced = activities.length - mapPoints(activities).length;
  const sentences = [
    total > activities.length &&
      `Aquí están las primeras ${digits(activities.length)}: busca o filtra para ver las demás.`,
    unplaced === activities.length && unplaced > 0 && 'Ninguna tiene todavía un punto en el mapa.',
    unplaced > 0 &&
      unplaced < activities.length &&
      (unplaced === 1
        ? '1 no tiene un punto en el mapa y está solo en la lista.'
        : `${digits(unplaced)} no tienen un punto en el mapa y están solo en la lista.`),
  ];
  return sentences.filter(Boolean).join(' ');
}

import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
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
import { longDate } from '../../../lib/dates.ts';
import { mapPoints } from '../map-entries.ts';
import { useMapPosition } from '../use-map-position.ts';
import { MapCard } from './map-card.tsx';
import { MapList } from './map-list.tsx';
import classes from './map-view.module.css';

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
    <div className={classes.area}>
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

import type { Activity } from '@minga/contract/activities';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { fitPositions, showDefault } from '../../../components/map/camera.ts';
import type { LiveMap } from '../../../components/map/map-engine.ts';
import { MapFrame } from '../../../components/map/map-frame.tsx';
import { MapPoints } from '../../../components/map/map-points.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import { titleId } from '../model.ts';
import { mapPoints } from './activity-map.tsx';
import classes from './catalogue.module.css';

interface Props {
  activities: readonly Activity[];
  /** The highlighted activity, whose row is highlighted too. */
  activeId: string | null;
  onActive: (id: string | null) => void;
}

/** The map next to the rows of a wide screen. A pressed point moves the focus to its row. */
export function AgendaMap({ activities, activeId, onActive }: Props) {
  const [map, setMap] = useState<LiveMap | null>(null);
  const points = useMemo(() => mapPoints(activities), [activities]);
  const show = useEffectEvent((live: LiveMap, animate: boolean) =>
    fitPositions(
      live.gl,
      points.map(({ position }) => position),
      { animate },
    ),
  );
  const shownIds = points.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are shown as a whole; a refetch of the same ones moves nothing.
  useEffect(() => {
    if (map) show(map, true);
  }, [map, shownIds]);

  const nameOf = (id: string) => {
    const activity = activities.find(({ _id }) => _id === id);
    return activity ? `${activity.title}, ${longDate(activity.date)}` : '';
  };
  return (
    <MapFrame
      label="Mapa de la agenda"
      fallback="No pudimos mostrar el mapa. La lista tiene lo mismo."
      className={classes.map}
      onReady={live => {
        showDefault(live);
        show(live, false);
        setMap(live);
      }}
    >
      {({ gl }) => (
        <MapPoints
          map={gl}
          points={points}
          nameOf={nameOf}
          activeId={activeId}
          onHover={onActive}
          onChoose={([first]) => first !== undefined && focusRow(first)}
        />
      )}
    </MapFrame>
  );
}

const focusRow = (id: string) =>
  document
    .getElementById(titleId({ _id: id }))
    ?.querySelector<HTMLElement>('a')
    ?.focus();

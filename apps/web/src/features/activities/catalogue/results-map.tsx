import type { Activity } from '@minga/contract/activities';
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from 'react';
import {
  bringIntoView,
  type Covered,
  fitPositions,
  showDefault,
  showStreets,
} from '../../../components/map/camera.ts';
import type { LiveMap } from '../../../components/map/map-engine.ts';
import { MapFrame } from '../../../components/map/map-frame.tsx';
import { MapPoints } from '../../../components/map/map-points.tsx';
import { longDate } from '../../../lib/dates/dates.ts';
import type { ActiveRow } from './activity-list.tsx';
import { mapPoints } from './map-entries.ts';

interface Props {
  /** The name of the map for screen readers. */
  label: string;
  loading?: string;
  className: string | undefined;
  activities: readonly Activity[];
  /** Shown first, instead of all. */
  first?: Activity | undefined;
  active: ActiveRow;
  /** Highlighted while no row is. */
  chosenId?: string | undefined;
  /** Called with the activities of a pressed point. */
  onChoose: (ids: readonly string[]) => void;
  /** Measures what hides a part of the map. */
  coveredPart?: () => Covered;
  /** The parts of the map that other elements cover. */
  children?: (map: LiveMap) => ReactNode;
}

/** The results of a search as points. The one of the highlighted row is highlighted, and moved into view if the row has the focus. */
export function ResultsMap(props: Props) {
  const { label, loading, className, activities, first, active, chosenId, onChoose } = props;
  const { coveredPart = nothingCovered, children } = props;
  const [map, setMap] = useState<LiveMap | null>(null);
  const points = useMemo(() => mapPoints(activities), [activities]);
  const activityOf = (id: string | null) => activities.find(({ _id }) => _id === id);

  const show = useEffectEvent((live: LiveMap, animate: boolean) => {
    const options = { animate, covered: coveredPart() };
    if (first?.location) return showStreets(live.gl, first.location, options);
    fitPositions(
      live.gl,
      points.map(({ position }) => position),
      options,
    );
  });
  const shownIds = points.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are shown as a whole; a refetch of the same ones moves nothing.
  useEffect(() => {
    if (map) show(map, true);
  }, [map, shownIds]);

  const { focusedId } = active;
  const bringFocused = useEffectEvent(() => {
    const location = activityOf(focusedId)?.location;
    if (map && location) bringIntoView(map.gl, location, coveredPart());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each focused row.
  useEffect(() => bringFocused(), [focusedId]);

  const nameOf = (id: string) => {
    const activity = activityOf(id);
    return activity ? `${activity.title}, ${longDate(activity.date)}` : '';
  };
  return (
    <MapFrame
      label={label}
      {...(loading && { loading })}
      fallback="No pudimos mostrar el mapa. La lista tiene lo mismo."
      className={className}
      onReady={live => {
        showDefault(live);
        show(live, false);
        setMap(live);
      }}
    >
      {live => (
        <>
          <MapPoints
            map={live.gl}
            points={points}
            nameOf={nameOf}
            activeId={active.id ?? chosenId ?? null}
            onHover={active.onHover}
            onChoose={onChoose}
          />
          {children?.(live)}
        </>
      )}
    </MapFrame>
  );
}

const nothingCovered = (): Covered => ({ left: 0, bottom: 0 });

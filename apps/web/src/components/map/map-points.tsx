import { useEffect, useMemo, useState } from 'react';
import { fitPositions } from './camera.ts';
import classes from './map.module.css';
import type { GlMap } from './map-engine.ts';
import { MapOverlay } from './map-overlay.tsx';
import { type Position, worldPixel } from './position.ts';

interface Props {
  map: GlMap;
  points: readonly Point[];
  nameOf: (id: string) => string;
  /** The point to highlight. */
  activeId: string | null;
  /** Called with the points of a marker that does not divide further. */
  onChoose: (ids: readonly string[]) => void;
  /** Called with the first point of the marker under the pointer; null when the pointer leaves it. */
  onHover?: ((id: string | null) => void) | undefined;
}

/** Clusters change in half steps of the zoom. */
const stepOf = (map: GlMap) => Math.floor(map.getZoom() * 2) / 2;
/** Points that still overlap here are at the same place. */
const PLACE_ZOOM = 18;

/** Points as markers, grouped where they would overlap. A group divides when it is pressed. Keyboards use the list of the same points. */
export function MapPoints({ map, points, nameOf, activeId, onChoose, onHover }: Props) {
  const [zoom, setZoom] = useState(() => stepOf(map));
  useEffect(() => {
    const update = () => setZoom(stepOf(map));
    map.on('zoom', update);
    return () => void map.off('zoom', update);
  }, [map]);
  const clusters = useMemo(() => clusterPoints(points, zoom), [points, zoom]);

  function press({ ids }: Cluster) {
    const members = points.filter(({ id }) => ids.includes(id));
    const isOnePlace = clusterPoints(members, PLACE_ZOOM).length === 1;
    if (isOnePlace) onChoose(ids);
    else
      fitPositions(
        map,
        members.map(({ position }) => position),
      );
  }

  return clusters.map(cluster => {
    const { id, ids, position } = cluster;
    const isActive = activeId !== null && ids.includes(activeId);
    const isSingle = ids.length === 1;
    return (
      <MapOverlay key={`${id}-${ids.length}`} map={map} position={position} isRaised={isActive}>
        <button
          type="button"
          // The list has the same entries for keyboards.
          tabIndex={-1}
          className={isSingle ? classes.point : classes.cluster}
          data-active={isActive || undefined}
          onPointerEnter={() => onHover?.(id)}
          onPointerLeave={() => onHover?.(null)}
          aria-label={isSingle ? nameOf(id) : `${ids.length} actividades en este lugar del mapa`}
          onClick={event => {
            event.stopPropagation();
            press(cluster);
          }}
        >
          {isSingle ? <PointDrawing /> : ids.length}
        </button>
      </MapOverlay>
    );
  });
}

export const PointDrawing = () => (
  <svg viewBox="0 0 32 40" width={32} height={40} aria-hidden>
    <path
      d="M16 1.5C8 1.5 1.5 7.9 1.5 15.8c0 9.6 10.3 16.2 13.4 21.9.5.9 1.7.9 2.2 0 3.1-5.7 13.4-12.3 13.4-21.9C30.5 7.9 24 1.5 16 1.5Z"
      className={classes.drop}
    />
    <path d="M16 9.5 22.3 15.8 16 22.1 9.7 15.8Z" className={classes.heart} />
  </svg>
);

interface Point {
  readonly id: string;
  readonly position: Position;
}

/** Points that would overlap at a zoom; a single one where nothing overlaps. */
interface Cluster {
  /** The id of its first point, the most important one. */
  readonly id: string;
  readonly ids: readonly string[];
  /** The mean of its points. */
  readonly position: Position;
}

/** The width of a touch target and a gap. */
const RADIUS_PIXELS = 52;

/**
 * Groups the points whose markers would overlap at `zoom`: each point joins the first group within the radius, so that the order of
 * the points decides and a zoom always has the same groups. For some hundreds of points.
 */
export function clusterPoints(points: readonly Point[], zoom: number): Cluster[] {
  const groups: { x: number; y: number; members: Point[] }[] = [];
  for (const point of points) {
    const { x, y } = worldPixel(point.position, zoom);
    const near = groups.find(group => Math.hypot(group.x - x, group.y - y) < RADIUS_PIXELS);
    if (near) near.members.push(point);
    else groups.push({ x, y, members: [point] });
  }
  return groups.map(({ members }) => ({
    id: members[0]?.id ?? '',
    ids: members.map(({ id }) => id),
    position: {
      latitude: mean(members.map(({ position }) => position.latitude)),
      longitude: mean(members.map(({ position }) => position.longitude)),
    },
  }));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

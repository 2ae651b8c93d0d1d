import { type Position, worldPixel } from './position.ts';

export interface Point {
  readonly id: string;
  readonly position: Position;
}

/** Points that would overlap at a zoom; a single one where nothing overlaps. */
export interface Cluster {
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

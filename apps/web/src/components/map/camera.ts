import type { GlMap, LiveMap } from './map-engine.ts';
import { boundsOf, type Position } from './position.ts';

const CITY_ZOOM = 12;
const STREET_ZOOM = 16;
/** One point fills the map with its quarter, not with its house. */
const FIT_ZOOM_MAX = 15;
const PADDING_PIXELS = 56;
/** The buttons at the right edge, with the gap around them. */
const BUTTONS_PIXELS = 64;
/** Half of a point that stands for several. */
const POINT_PIXELS = 22;

/** Shows the region of the ground, or that of the site. */
export function showDefault({ gl, ground, start }: LiveMap): void {
  if (ground) gl.fitBounds([...ground], { animate: false });
  else if (start) gl.jumpTo({ center: [start.longitude, start.latitude], zoom: start.zoom });
}

/** The parts of the map that other elements cover, in pixels from its edges. */
export interface Covered {
  readonly left: number;
  readonly bottom: number;
}

interface Options {
  animate?: boolean;
  covered?: Covered;
}

const NOTHING: Covered = { left: 0, bottom: 0 };

/** Shows all positions. Nothing changes without any. */
export function fitPositions(
  map: GlMap,
  positions: readonly Position[],
  { animate = true, covered = NOTHING }: Options = {},
): void {
  const bounds = boundsOf(positions);
  if (bounds === null) return;
  // At the top the drops need more space than at the bottom.
  const padding = {
    top: PADDING_PIXELS + 16,
    bottom: PADDING_PIXELS - 16 + covered.bottom,
    left: PADDING_PIXELS + covered.left,
    right: BUTTONS_PIXELS + POINT_PIXELS,
  };
  map.fitBounds([...bounds], { padding, maxZoom: Math.max(FIT_ZOOM_MAX, map.getZoom() + 1), animate });
}

/** Shows the streets around a position. */
export const showStreets = (
  map: GlMap,
  { latitude, longitude }: Position,
  { animate = true, covered = NOTHING }: Options = {},
): void =>
  void map.easeTo({
    center: [longitude, latitude],
    zoom: STREET_ZOOM,
    animate,
    offset: visibleCentre(covered),
  });

/** Shows the surroundings of an approximate position. */
export const showSurroundings = (map: GlMap, { latitude, longitude }: Position): void =>
  void map.easeTo({ center: [longitude, latitude], zoom: CITY_ZOOM + 1 });

/** Moves the map only if the position is outside of what is visible of it. */
export function bringIntoView(
  map: GlMap,
  { latitude, longitude }: Position,
  covered: Covered = NOTHING,
): void {
  const { x, y } = map.project([longitude, latitude]);
  const { clientWidth, clientHeight } = map.getContainer();
  const isVisible = x > covered.left && x < clientWidth && y > 0 && y < clientHeight - covered.bottom;
  if (!isVisible) map.panTo([longitude, latitude], { offset: visibleCentre(covered) });
}

/** The centre of the visible part, from that of the map. */
const visibleCentre = ({ left, bottom }: Covered): [number, number] => [left / 2, -bottom / 2];

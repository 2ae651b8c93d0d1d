import type { GlMap, LiveMap } from './map-engine.ts';
import { boundsOf, type Position } from './position.ts';

/** Popayán, for a site without points and without a ground. */
const POPAYAN: Position = { latitude: 2.4448, longitude: -76.6147 };
const CITY_ZOOM = 12;
const STREET_ZOOM = 16;
/** One point fills the map with its quarter, not with its house. */
const FIT_ZOOM_MAX = 15;
const PADDING_PIXELS = 56;

/** Shows the region of the ground, or the city where Minga comes from. */
export function showDefault({ gl, ground }: LiveMap): void {
  if (ground) gl.fitBounds([...ground], { animate: false });
  else gl.jumpTo({ center: [POPAYAN.longitude, POPAYAN.latitude], zoom: CITY_ZOOM });
}

/** Shows all positions. Nothing changes without any. */
export function fitPositions(map: GlMap, positions: readonly Position[], { animate = true } = {}): void {
  const bounds = boundsOf(positions);
  if (bounds === null) return;
  // At the top the drops need more space than at the bottom.
  const padding = {
    top: PADDING_PIXELS + 16,
    bottom: PADDING_PIXELS - 16,
    left: PADDING_PIXELS,
    right: PADDING_PIXELS,
  };
  map.fitBounds([...bounds], { padding, maxZoom: Math.max(FIT_ZOOM_MAX, map.getZoom() + 1), animate });
}

/** Shows the streets around a position. */
export const showStreets = (map: GlMap, { latitude, longitude }: Position, { animate = true } = {}): void =>
  void map.easeTo({ center: [longitude, latitude], zoom: STREET_ZOOM, animate });

/** Shows the surroundings of an approximate position. */
export const showSurroundings = (map: GlMap, { latitude, longitude }: Position): void =>
  void map.easeTo({ center: [longitude, latitude], zoom: CITY_ZOOM + 1 });

/** Moves the map only if the position is outside of it. */
export function bringIntoView(map: GlMap, { latitude, longitude }: Position): void {
  if (!map.getBounds().contains([longitude, latitude])) map.panTo([longitude, latitude]);
}

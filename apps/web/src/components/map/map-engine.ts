import { addProtocol, type GeoJSONSource, Map as GlMap, setWorkerUrl } from 'maplibre-gl';
// A file of its own, so that the content security policy need not permit `blob:` workers.
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { PMTiles, Protocol } from 'pmtiles';
import { type MapStart, readMapStart } from '../../lib/map-start.ts';
import { gridLines } from './grid-lines.ts';
import type { Scheme } from './map-palette.ts';
import { GROUND_URL, mapStyle } from './map-style.ts';
import type { Bounds } from './position.ts';

export type { GlMap };

export interface LiveMap {
  readonly gl: GlMap;
  /** The region that the ground covers, or null without a file. */
  readonly ground: Bounds | null;
  /** The middle of the site's region, or null if there is a ground or the server does not respond. */
  readonly start: MapStart | null;
  setScheme(scheme: Scheme): void;
}

setWorkerUrl(workerUrl);
const protocol = new Protocol();
addProtocol('pmtiles', protocol.tile);

/** The farthest people can see with the plain ground: a continent. */
const ZOOM_MIN = 3;
const ZOOM_MAX = 19;
/** Until another view is shown. */
const CONTINENT = { center: [-72, -5] satisfies [number, number], zoom: ZOOM_MIN };

/** Starts a map in `container`. Rejects without WebGL. */
export async function createMap(container: HTMLElement, label: string, scheme: Scheme): Promise<LiveMap> {
  const [ground, start] = await Promise.all([readGround(), readMapStart()]);
  const hasGround = ground !== null;
  const gl = new GlMap({
    container,
    style: mapStyle(scheme, hasGround),
    attributionControl: false,
    minZoom: ZOOM_MIN,
    maxZoom: ZOOM_MAX,
    ...CONTINENT,
    maxPitch: 0,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    fadeDuration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200,
    locale: { 'Map.Title': label },
  });
  gl.touchZoomRotate.disableRotation();
  gl.keyboard.disableRotation();
  if (!hasGround) {
    gl.on('load', () => drawGrid(gl));
    gl.on('moveend', () => drawGrid(gl));
  }
  return {
    gl,
    ground,
    start,
    setScheme: next => {
      gl.setStyle(mapStyle(next, hasGround));
      // A new style has an empty grid.
      if (!hasGround) void gl.once('styledata', () => drawGrid(gl));
    },
  };
}

/** Reads the header of the file; of another file than before if it was replaced. */
async function readGround(): Promise<Bounds | null> {
  const archive = new PMTiles(GROUND_URL);
  try {
    const { minLon, minLat, maxLon, maxLat } = await archive.getHeader();
    protocol.add(archive);
    return [minLon, minLat, maxLon, maxLat];
  } catch {
    return null;
  }
}

function drawGrid(gl: GlMap): void {
  const source = gl.getSource<GeoJSONSource>('grid');
  const coordinates = gridLines(gl.getBounds().toArray().flat() as unknown as Bounds);
  void source?.setData({
    type: 'Feature',
    properties: {},
    geometry: { type: 'MultiLineString', coordinates },
  });
}

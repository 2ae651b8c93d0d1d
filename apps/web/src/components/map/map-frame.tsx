import { ActionIcon, Button, Loader, useComputedColorScheme } from '@mantine/core';
import { IconMap2, IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { digits } from '../../lib/digits.ts';
import { useDataSaved } from '../use-data-saved.ts';
import classes from './map.module.css';
import type { GlMap, LiveMap } from './map-engine.ts';

interface Props {
  /** The name of the map for screen readers. */
  label: string;
  /** Shown until the map is there. */
  loading?: string;
  /** Shown instead of the map if it cannot be loaded or drawn. */
  fallback: string;
  className?: string | undefined;
  /** Called once the map is there, to set its camera. */
  onReady: (map: LiveMap) => void;
  /** What lies on the map. */
  children: (map: LiveMap) => ReactNode;
}

/** MapLibre draws with WebGL 2. Checked first, so that its code is not loaded in vain. */
const canDraw = () => typeof WebGL2RenderingContext !== 'undefined';

/** A map with zoom buttons, scale and attribution. Its code is loaded when it is first rendered, or where data is saved with a press. */
export function MapFrame(props: Props) {
  const { label, loading = 'Cargando el mapa...', fallback, className = '', onReady, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const isSaved = useDataSaved();
  const [map, setMap] = useState<LiveMap | 'asked' | 'unavailable' | null>(null);
  const isWaiting = isSaved && map === null;
  const live = typeof map === 'object' ? map : null;
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });

  const start = useEffectEvent(async (element: HTMLElement) => {
    const { createMap } = await import('./map-engine.ts');
    return createMap(element, label, scheme);
  });
  const ready = useEffectEvent(onReady);

  useEffect(() => {
    if (isWaiting) return;
    if (container.current === null || !canDraw()) return setMap('unavailable');
    let isGone = false;
    let created: LiveMap | undefined;
    start(container.current).then(
      live => {
        created = live;
        if (isGone) return live.gl.remove();
        ready(live);
        setMap(live);
      },
      () => setMap('unavailable'),
    );
    return () => {
      isGone = true;
      created?.gl.remove();
    };
  }, [isWaiting]);

  useEffect(() => live?.setScheme(scheme), [live, scheme]);

  const isUnavailable = map === 'unavailable';
  return (
    // Screens give the map no room while there is none.
    <div className={`${classes.frame} ${className}`} data-empty={isWaiting || isUnavailable || undefined}>
      <div ref={container} className={classes.map} />
      {isWaiting && (
        <div className={classes.notice}>
          <Button
            variant="default"
            leftSection={<IconMap2 size={20} aria-hidden />}
            onClick={() => setMap('asked')}
          >
            Mostrar el mapa
          </Button>
        </div>
      )}
      {!isWaiting && !isUnavailable && !live && (
        <p role="status" className={`row soft ${classes.notice}`}>
          <Loader size="sm" aria-hidden />
          <span>{loading}</span>
        </p>
      )}
      {isUnavailable && <p className={`row soft ${classes.notice}`}>{fallback}</p>}
      {live && (
        <>
          {children(live)}
          <div className={classes.zoom}>
            <ActionIcon variant="default" size={44} aria-label="Acercar" onClick={() => live.gl.zoomIn()}>
              <IconPlus size={20} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={44} aria-label="Alejar" onClick={() => live.gl.zoomOut()}>
              <IconMinus size={20} aria-hidden />
            </ActionIcon>
          </div>
          <MapScale map={live.gl} />
          {live.ground && (
            <a
              className={classes.attribution}
              href="https://www.openstreetmap.org/copyright"
              target="_blank"
              rel="noopener noreferrer"
            >
              © OpenStreetMap
            </a>
          )}
        </>
      )}
    </div>
  );
}

const MAX_PIXELS = 100;
const scaleOf = (map: GlMap) => mapScale(map.getCenter().lat, map.getZoom(), MAX_PIXELS);

/** A bar as long as a round distance. */
function MapScale({ map }: { map: GlMap }) {
  const [{ text, pixels }, setScale] = useState(() => scaleOf(map));
  useEffect(() => {
    const update = () => setScale(scaleOf(map));
    map.on('move', update);
    update();
    return () => void map.off('move', update);
  }, [map]);
  return (
    <p className={classes.scale} style={{ width: pixels }} aria-label={`Escala: ${text}`} role="img">
      {text}
    </p>
  );
}

/** The circumference of the Earth by the pixels of the world at zoom 0. */
const METRES_PER_PIXEL_AT_ZERO = 40_075_016.686 / 512;

/** A round distance and the length of its bar in pixels, at most `maxPixels`: `{ text: '200 m', pixels: 87 }`. */
export function mapScale(
  latitude: number,
  zoom: number,
  maxPixels: number,
): { text: string; pixels: number } {
  const metresPerPixel = (METRES_PER_PIXEL_AT_ZERO * Math.cos((latitude * Math.PI) / 180)) / 2 ** zoom;
  const max = metresPerPixel * maxPixels;
  const power = 10 ** Math.floor(Math.log10(max));
  const metres = ([5, 2, 1].find(factor => factor * power <= max) ?? 1) * power;
  return {
    text: metres >= 1000 ? `${digits(metres / 1000)} km` : `${digits(metres)} m`,
    pixels: Math.round(metres / metresPerPixel),
  };
}

import { ActionIcon, Loader, useComputedColorScheme } from '@mantine/core';
import { IconMinus, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { LiveMap } from './map-engine.ts';
import classes from './map-frame.module.css';
import { MapScale } from './map-scale-bar.tsx';

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

/** A map with zoom buttons, scale and attribution. Its code is loaded when it is first rendered. */
export function MapFrame(props: Props) {
  const { label, loading = 'Cargando el mapa...', fallback, className = '', onReady, children } = props;
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LiveMap | 'loading' | 'unavailable'>('loading');
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });

  const start = useEffectEvent(async (element: HTMLElement) => {
    const { createMap } = await import('./map-engine.ts');
    return createMap(element, label, scheme);
  });
  const ready = useEffectEvent(onReady);

  useEffect(() => {
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
  }, []);

  const live = typeof map === 'object' ? map : null;
  useEffect(() => live?.setScheme(scheme), [live, scheme]);

  return (
    <div className={`${classes.frame} ${className}`}>
      <div ref={container} className={classes.map} />
      {map === 'loading' && (
        <p role="status" className={classes.notice}>
          <Loader size="sm" aria-hidden />
          <span>{loading}</span>
        </p>
      )}
      {map === 'unavailable' && <p className={classes.notice}>{fallback}</p>}
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

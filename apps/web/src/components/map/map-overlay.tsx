import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import classes from './map.module.css';
import type { GlMap } from './map-engine.ts';
import type { Position } from './position.ts';

interface Props {
  map: GlMap;
  position: Position;
  /** Above the others. */
  isRaised?: boolean;
  children: ReactNode;
}

/** HTML at a position of the map. In the canvas's container, so that gestures that start on it move the map. */
export function MapOverlay({ map, position: { latitude, longitude }, isRaised = false, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const update = () => {
      const { x, y } = map.project([longitude, latitude]);
      if (place.current) place.current.style.transform = `translate(${x}px, ${y}px)`;
    };
    update();
    map.on('move', update);
    map.on('resize', update);
    return () => {
      map.off('move', update);
      map.off('resize', update);
    };
  }, [map, latitude, longitude]);
  return createPortal(
    <div ref={place} className={classes.overlay} data-raised={isRaised || undefined}>
      {children}
    </div>,
    map.getCanvasContainer(),
  );
}

import { useEffect, useEffectEvent, useRef } from 'react';
import classes from './map.module.css';
import type { GlMap } from './map-engine.ts';
import { MapOverlay } from './map-overlay.tsx';
import { PointDrawing } from './map-points.tsx';
import { type Position, rounded } from './position.ts';

interface Props {
  map: GlMap;
  position: Position;
  onMove: (position: Position) => void;
}

const STEP_PIXELS = 12;
const LONG_STEP_PIXELS = 60;
const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

/** A pin that pointers drag and arrow keys move, with Shift in long steps. */
export function MapPin({ map, position, onMove }: Props) {
  const pin = useRef<HTMLButtonElement>(null);
  const moveBy = useEffectEvent((x: number, y: number) => {
    const at = map.project([position.longitude, position.latitude]);
    const { lat, lng } = map.unproject([at.x + x, at.y + y]).wrap();
    onMove(rounded({ latitude: lat, longitude: lng }));
  });

  // The map listens to the same events of an outer element, natively.
  useEffect(() => {
    const element = pin.current;
    if (element === null) return;
    const stop = (event: Event) => event.stopPropagation();
    let last: { x: number; y: number } | null = null;
    const grab = (event: PointerEvent) => {
      stop(event);
      element.setPointerCapture(event.pointerId);
      last = { x: event.clientX, y: event.clientY };
    };
    const drag = ({ clientX, clientY }: PointerEvent) => {
      if (last === null) return;
      moveBy(clientX - last.x, clientY - last.y);
      last = { x: clientX, y: clientY };
    };
    const release = () => {
      last = null;
    };
    const press = (event: KeyboardEvent) => {
      const direction = directions[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      stop(event);
      const step = event.shiftKey ? LONG_STEP_PIXELS : STEP_PIXELS;
      moveBy(direction[0] * step, direction[1] * step);
    };
    const listeners = { pointerdown: grab, pointermove: drag, pointerup: release, pointercancel: release };
    const all = {
      ...listeners,
      keydown: press,
      mousedown: stop,
      touchstart: stop,
      click: stop,
      dblclick: stop,
    };
    for (const [type, listener] of Object.entries(all))
      element.addEventListener(type, listener as EventListener);
    return () => {
      for (const [type, listener] of Object.entries(all))
        element.removeEventListener(type, listener as EventListener);
    };
  }, []);

  return (
    <MapOverlay map={map} position={position} isRaised>
      <button
        ref={pin}
        type="button"
        className={classes.pin}
        data-active
        aria-label="Punto elegido: muévelo con las flechas"
      >
        <PointDrawing />
      </button>
    </MapOverlay>
  );
}

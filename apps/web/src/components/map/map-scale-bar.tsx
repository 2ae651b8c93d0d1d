import { useEffect, useState } from 'react';
import type { GlMap } from './map-engine.ts';
import classes from './map-frame.module.css';
import { mapScale } from './map-scale.ts';

const MAX_PIXELS = 100;
const scaleOf = (map: GlMap) => mapScale(map.getCenter().lat, map.getZoom(), MAX_PIXELS);

/** A bar as long as a round distance. */
export function MapScale({ map }: { map: GlMap }) {
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

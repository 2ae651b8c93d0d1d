import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { bringIntoView, showDefault, showStreets } from './camera.ts';
import classes from './map.module.css';
import type { LiveMap } from './map-engine.ts';
import { MapFrame } from './map-frame.tsx';
import { MapPin } from './map-pin.tsx';
import { type Position, rounded } from './position.ts';

interface Props {
  isOpen: boolean;
  /** Where the pin starts; null: in the middle of the site's region. */
  start: Position | null;
  onPick: (position: Position) => void;
  onClose: () => void;
}

/** A dialog in which a point of the map is chosen by tapping, by dragging the pin or by arrow keys. */
export function PointPicker({ isOpen, start, onPick, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)') ?? false;
  const [position, setPosition] = useState<Position | null>(start);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Elegir en el mapa" size="xl" fullScreen={isPhone}>
      <p className={classes.help}>Toca el lugar, o mueve el punto con el dedo o con las flechas.</p>
      <PointMap
        label="Mapa para elegir el lugar"
        fallback="No pudimos mostrar el mapa. Puedes pegar las coordenadas en el formulario."
        className={classes.pickerMap}
        start={start}
        position={position}
        onMove={setPosition}
      />
      <Group data-dialog-buttons justify="end">
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        <Button disabled={position === null} onClick={() => position && onPick(position)}>
          Usar este punto
        </Button>
      </Group>
    </Modal>
  );
}

interface CheckProps {
  /** The reading of the pasted text, which the person compares with the place. */
  start: Position;
  onPick: (position: Position) => void;
}

/** Shows a location that was read with doubt, to be used or moved. A site can have no file of the map, hence the link. */
export function PointCheck({ start, onPick }: CheckProps) {
  const [position, setPosition] = useState(start);
  const { latitude, longitude } = position;
  const url = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;
  return (
    <div>
      <PointMap
        label="Mapa para revisar el lugar"
        fallback="No pudimos mostrar el mapa. Mira el punto en OpenStreetMap."
        className={classes.small}
        start={start}
        position={position}
        onMove={setPosition}
      />
      <Group>
        <Button onClick={() => onPick(position)}>Usar este punto</Button>
        <a href={url} target="_blank" rel="noopener noreferrer" className="target link">
          Abrir en OpenStreetMap
        </a>
      </Group>
    </div>
  );
}

interface MapProps {
  label: string;
  fallback: string;
  className: string | undefined;
  start: Position | null;
  position: Position | null;
  onMove: (position: Position) => void;
}

/** The map with the pin, and its coordinates below. */
function PointMap({ start, position, onMove, ...frame }: MapProps) {
  function begin(map: LiveMap) {
    if (start) showStreets(map.gl, start, { animate: false });
    else showDefault(map);
    onMove(start ?? centreOf(map));
    map.gl.on('click', ({ lngLat: { lat, lng } }) => onMove(rounded({ latitude: lat, longitude: lng })));
  }
  return (
    <>
      <MapFrame {...frame} onReady={begin}>
        {({ gl }) =>
          position && (
            <MapPin
              map={gl}
              position={position}
              onMove={next => {
                onMove(next);
                bringIntoView(gl, next);
              }}
            />
          )
        }
      </MapFrame>
      <p role="status" className={classes.chosen}>
        {position && `Punto: ${position.latitude}, ${position.longitude}`}
      </p>
    </>
  );
}

function centreOf({ gl }: LiveMap): Position {
  const { lat, lng } = gl.getCenter();
  return rounded({ latitude: lat, longitude: lng });
}

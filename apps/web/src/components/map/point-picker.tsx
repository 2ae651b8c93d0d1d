import { Button, Group, Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { bringIntoView, showDefault, showStreets } from './camera.ts';
import type { LiveMap } from './map-engine.ts';
import { MapFrame } from './map-frame.tsx';
import { MapPin } from './map-pin.tsx';
import classes from './point-picker.module.css';
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

  function begin(map: LiveMap) {
    if (start) showStreets(map.gl, start, { animate: false });
    else showDefault(map);
    setPosition(start ?? centreOf(map));
    map.gl.on('click', ({ lngLat: { lat, lng } }) => setPosition(rounded({ latitude: lat, longitude: lng })));
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title="Elegir en el mapa" size="xl" fullScreen={isPhone}>
      <p className={classes.help}>Toca el lugar, o mueve el punto con el dedo o con las flechas.</p>
      <MapFrame
        label="Mapa para elegir el lugar"
        fallback="No pudimos mostrar el mapa. Puedes pegar las coordenadas en el formulario."
        className={classes.map}
        onReady={begin}
      >
        {({ gl }) =>
          position && (
            <MapPin
              map={gl}
              position={position}
              onMove={next => {
                setPosition(next);
                bringIntoView(gl, next);
              }}
            />
          )
        }
      </MapFrame>
      <p role="status" className={classes.chosen}>
        {position && `Punto: ${position.latitude}, ${position.longitude}`}
      </p>
      <Group justify="end">
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

function centreOf({ gl }: LiveMap): Position {
  const { lat, lng } = gl.getCenter();
  return rounded({ latitude: lat, longitude: lng });
}

import { useState } from 'react';
import { type LocateResult, locateDevice, useDevicePosition } from './device-position.ts';

interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

const texts: Record<'locating' | LocateResult, string> = {
  locating: 'Buscando dónde estás...',
  found: 'El punto azul es tu posición aproximada, de un kilómetro. No la guardamos.',
  denied: 'No tenemos permiso para saber dónde estás. Puedes darlo en los ajustes de tu navegador.',
  unknown: 'No pudimos saber dónde estás. Intenta de nuevo.',
};

/** 'Cerca de mí' on the map: asks for the device's rounded position when pressed. */
export function useMapPosition() {
  const found = useDevicePosition();
  const [state, setState] = useState<'locating' | LocateResult | null>(null);

  async function locate(): Promise<void> {
    if (state === 'locating') return;
    setState('locating');
    setState(await locateDevice());
  }

  return {
    position: found === null ? null : parsePosition(found),
    isLocating: state === 'locating',
    isFound: state === 'found',
    text: state === null ? '' : texts[state],
    locate,
  };
}

/** `lat,lon` */
function parsePosition(text: string): Position {
  const [latitude = 0, longitude = 0] = text.split(',').map(Number);
  return { latitude, longitude };
}

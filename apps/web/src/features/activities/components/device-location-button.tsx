import { Button } from '@mantine/core';
import type { Location } from '@minga/contract/location';
import { IconCurrentLocation } from '@tabler/icons-react';
import { useState } from 'react';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';

const TIMEOUT_MS = 15_000;

/** Asks the browser where the device is. The position is only put into the form. */
export function DeviceLocationButton({ onFound }: { onFound: (location: Location) => void }) {
  const [isLocating, setLocating] = useState(false);
  const { message, show, clear } = useTimedMessage();

  function locate() {
    clear();
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating(false);
        onFound({ latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) });
      },
      ({ code, PERMISSION_DENIED }) => {
        setLocating(false);
        show(code === PERMISSION_DENIED ? DENIED : UNKNOWN, { stays: true });
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  }

  if (!('geolocation' in navigator)) return null;
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={isLocating}
          onClick={locate}
        >
          Usar donde estoy ahora
        </Button>
      </div>
      <MessageBox kind="error" message={message} />
    </>
  );
}

const DENIED = 'Este navegador no tiene permiso para saber dónde estás. Puedes pegar las coordenadas.';
const UNKNOWN = 'No pudimos saber dónde estás. Intenta de nuevo o pega las coordenadas.';

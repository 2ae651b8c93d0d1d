import { Button, NativeSelect } from '@mantine/core';
import { useRef, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { Switch } from '../../../components/switch.tsx';
import { type CameraFailure, useCamera } from '../use-camera.ts';
import { useCodeReader } from '../use-code-reader.ts';
import classes from './scanner.module.css';

interface Props {
  readonly onText: (text: string) => void;
  /** Closes the camera and leads to the list, the way out where there is none. */
  readonly onList: () => void;
}

const FAILURES: Readonly<Record<CameraFailure | 'code', readonly [title: string, text: string]>> = {
  denied: [
    'Falta el permiso de la cámara',
    'Permítela en los ajustes de tu navegador para esta página y ábrela otra vez. Mientras tanto, busca a cada persona por su nombre.',
  ],
  none: [
    'Este dispositivo no tiene cámara',
    'Busca a cada persona por su nombre en la lista: también es rápido.',
  ],
  busy: [
    'La cámara no responde',
    'Puede que otra aplicación la esté usando. Ciérrala y abre la cámara otra vez, o usa la lista.',
  ],
  insecure: [
    'Aquí la cámara no se puede usar',
    'Los navegadores solo la permiten en direcciones que comienzan por https. Busca a cada persona por su nombre.',
  ],
  code: [
    'No pudimos cargar el lector de códigos',
    'Ábrelo una vez con internet para que quede en este dispositivo. Mientras tanto, usa la lista.',
  ],
};

/** The camera, which reads the attendees' QR codes. */
export function Scanner({ onText, onList }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isTorchOn, setTorchOn] = useState(false);
  const [isReaderMissing, setReaderMissing] = useState(false);
  const { state, cameras, currentId, hasTorch, setTorch } = useCamera(video, chosenId);
  useCodeReader(video, state === 'running', { onText, onMissing: () => setReaderMissing(true) });

  const failure = isReaderMissing ? 'code' : state === 'starting' || state === 'running' ? null : state;
  if (failure !== null) {
    const [title, text] = FAILURES[failure];
    return (
      <div role="alert">
        <EmptyState drawing="people" title={title} text={text}>
          <Button onClick={onList}>Usar la lista</Button>
        </EmptyState>
      </div>
    );
  }
  return (
    <section aria-label="Cámara" className={classes.scanner}>
      <div className={classes.picture}>
        <video ref={video} className={classes.video} muted playsInline aria-label="Lo que ve la cámara" />
        {state === 'running' && <div className={classes.frame} aria-hidden />}
      </div>
      {state === 'starting' ? (
        <LoadingStatus text="Abriendo la cámara…" />
      ) : (
        <p className={classes.hint}>Acerca el código a la cámara.</p>
      )}
      {cameras.length > 1 && (
        <NativeSelect
          size="md"
          label="Cámara"
          data={cameras.map(({ deviceId, label }, index) => ({
            value: deviceId,
            label: label || `Cámara ${index + 1}`,
          }))}
          value={chosenId ?? currentId ?? ''}
          onChange={event => {
            setTorchOn(false);
            setChosenId(event.currentTarget.value);
          }}
        />
      )}
      {hasTorch && (
        <Switch
          label="Linterna"
          isOn={isTorchOn}
          onChange={isOn => {
            setTorchOn(isOn);
            setTorch(isOn);
          }}
        />
      )}
    </section>
  );
}

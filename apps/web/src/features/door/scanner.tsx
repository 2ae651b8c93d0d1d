import { Button, NativeSelect } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Switch } from '../../components/form/switch.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import classes from './door.module.css';

interface Props {
  /** The place in which the light is switched. */
  readonly menu: RefObject<HTMLElement | null>;
  readonly onText: (text: string) => void;
  /** Closes the camera and leads to the list, the way out where there is none. */
  readonly onList: () => void;
}

const FAILURES: Readonly<Record<CameraFailure | 'code', readonly [title: string, text: string]>> = {
  denied: [
    'Falta el permiso de la cámara',
    'Permítela en los ajustes de tu navegador para esta página y ábrela otra vez. Mientras tanto, busca a cada persona por su nombre.',
  ],
  none: ['Este dispositivo no tiene cámara', 'Busca a cada persona por su nombre.'],
  busy: [
    'La cámara no responde',
    'Quizá la usa otra aplicación: ciérrala y abre la cámara otra vez, o usa la lista.',
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
export function Scanner({ menu, onText, onList }: Props) {
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
      {hasTorch &&
        menu.current &&
        createPortal(
          <Switch
            label="Linterna"
            isOn={isTorchOn}
            onChange={isOn => {
              setTorchOn(isOn);
              setTorch(isOn);
            }}
          />,
          menu.current,
        )}
    </section>
  );
}

type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy';
type CameraState = 'starting' | 'running' | CameraFailure;

/** `torch` is not in TypeScript's library yet. */
type Torch = MediaTrackCapabilities & { torch?: boolean };

/**
 * Shows the camera in the video element until the component is unmounted, or the page is hidden. `deviceId` is that of the chosen
 * camera; null: the one at the back, where there is one.
 */
function useCamera(video: RefObject<HTMLVideoElement | null>, deviceId: string | null) {
  const isVisible = useDocumentVisibility() === 'visible';
  const [state, setState] = useState<CameraState>('starting');
  const [cameras, setCameras] = useState<readonly MediaDeviceInfo[]>([]);
  const [track, setTrack] = useState<MediaStreamTrack | null>(null);

  useEffect(() => {
    setState('starting');
    if (!isVisible) return;
    const stopping = new AbortController();
    openCamera(deviceId).then(
      async stream => {
        const stop = () => {
          for (const one of stream.getTracks()) one.stop();
        };
        if (stopping.signal.aborted) return stop();
        stopping.signal.addEventListener('abort', stop);
        const [opened = null] = stream.getVideoTracks();
        // The system takes the camera for a call.
        opened?.addEventListener('ended', () => setState('busy'));
        setTrack(opened);
        if (video.current) await play(video.current, stream);
        setState('running');
        // Their names are known once one is allowed.
        const devices = await navigator.mediaDevices.enumerateDevices();
        setCameras(devices.filter(({ kind }) => kind === 'videoinput'));
      },
      (error: unknown) => {
        if (!stopping.signal.aborted) setState(failureOf(error));
      },
    );
    return () => {
      stopping.abort();
      setTrack(null);
    };
  }, [video, deviceId, isVisible]);

  const hasTorch = track !== null && (track.getCapabilities?.() as Torch | undefined)?.torch === true;
  const setTorch = (isOn: boolean) =>
    void track?.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }).catch(() => {});
  return { state, cameras, currentId: track?.getSettings().deviceId ?? null, hasTorch, setTorch };
}

async function openCamera(deviceId: string | null): Promise<MediaStream> {
  // Browsers hide it from pages without TLS.
  if (navigator.mediaDevices === undefined) throw new DOMException('no TLS', 'SecurityError');
  const size = { width: { ideal: 1280 }, height: { ideal: 720 } };
  const choice = deviceId === null ? { facingMode: 'environment' } : { deviceId: { exact: deviceId } };
  return navigator.mediaDevices.getUserMedia({ audio: false, video: { ...size, ...choice } });
}

async function play(video: HTMLVideoElement, stream: MediaStream): Promise<void> {
  video.srcObject = stream;
  // Rejected if the camera is changed or closed at once.
  await video.play().catch(() => {});
}

function failureOf(error: unknown): CameraFailure {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'SecurityError') return 'insecure';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

/** Slow phones decode for longer than they rest. */
const PAUSE_MS = 120;
/** A code counts again after it was out of the picture for so long. */
const REPEAT_MS = 2500;

/** Reads the QR codes that the video shows while `isRunning`; `onText` gets each once for as long as it stays in the picture. */
function useCodeReader(
  video: RefObject<HTMLVideoElement | null>,
  isRunning: boolean,
  { onText, onMissing }: { onText: (text: string) => void; onMissing: () => void },
): void {
  const tell = useEffectEvent(onText);
  const fail = useEffectEvent(onMissing);
  useEffect(() => {
    if (!isRunning) return;
    let isStopped = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const last = { text: '', seenAt: 0 };

    qrDetector().then(
      detector => {
        async function look() {
          const element = video.current;
          if (isStopped || element === null) return;
          // A frame that cannot be read is followed by the next one.
          const found =
            element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
              ? await detector.detect(element).catch(() => [])
              : [];
          if (isStopped) return;
          const text = found[0]?.rawValue;
          if (text !== undefined) {
            const isRepeated = text === last.text && performance.now() - last.seenAt < REPEAT_MS;
            last.text = text;
            last.seenAt = performance.now();
            if (!isRepeated) tell(text);
          }
          pause = setTimeout(look, PAUSE_MS);
        }
        void look();
      },
      () => isStopped || fail(),
    );
    return () => {
      isStopped = true;
      clearTimeout(pause);
    };
  }, [video, isRunning]);
}

/** The part of the Shape Detection API that is used. */
interface QrDetector {
  detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): QrDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's reader of QR codes, or our own where it has none. */
async function qrDetector(): Promise<QrDetector> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: DetectorClass };
  const isNative = native !== undefined && (await native.getSupportedFormats()).includes('qr_code');
  const Detector = isNative ? native : (await import('qr/decode.js')).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}

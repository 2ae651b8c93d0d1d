import { useDocumentVisibility } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';

export type CameraFailure = 'insecure' | 'denied' | 'none' | 'busy';
export type CameraState = 'starting' | 'running' | CameraFailure;

/** `torch` is not in TypeScript's library yet. */
type Torch = MediaTrackCapabilities & { torch?: boolean };

/**
 * Shows the camera in the video element until the component is unmounted, or the page is hidden. `deviceId` is that of the chosen
 * camera; null: the one at the back, where there is one.
 */
export function useCamera(video: RefObject<HTMLVideoElement | null>, deviceId: string | null) {
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

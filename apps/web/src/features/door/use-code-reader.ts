import { type RefObject, useEffect, useEffectEvent } from 'react';
import { qrDetector } from './qr-detector.ts';

/** Slow phones decode for longer than they rest. */
const PAUSE_MS = 120;
/** A code counts again after it was out of the picture for so long. */
const REPEAT_MS = 2500;

/** Reads the QR codes that the video shows while `isRunning`; `onText` gets each once for as long as it stays in the picture. */
export function useCodeReader(
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

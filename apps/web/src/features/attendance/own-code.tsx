import { ARRIVAL_PATH } from '@minga/contract/arrival-code';
import { useEffect, useState } from 'react';
import { QrCode } from '../../components/qr-code.tsx';
import { codeHash, spokenCode } from '../../lib/attendance/arrival-code.ts';
import classes from './arrival.module.css';

interface Props {
  readonly code: string;
  /** Whose it is; null where that is not known. */
  readonly name: string | null;
}

/** The QR code of an attendance, and one to say where a camera fails. The screen stays on, so that a queue can move. */
export function OwnCode({ code, name }: Props) {
  useWakeLock();
  return (
    <figure className={classes.figure}>
      <QrCode
        text={`${location.origin}${ARRIVAL_PATH}/${code}`}
        label={name === null ? 'Código de llegada en QR' : `Código de llegada de ${name} en QR`}
      />
      <figcaption className={classes.caption}>
        <span className="soft fine">O di este código en la puerta:</span>
        <SpokenCode code={code} />
      </figcaption>
    </figure>
  );
}

/** The six characters to say at the door, or the whole code where they cannot be calculated. */
export function SpokenCode({ code }: Pick<Props, 'code'>) {
  const spoken = useSpokenCode(code);
  return (
    <code className={spoken === null ? classes.whole : classes.code} translate="no">
      {(spoken === null ? groupsOf(code, 4) : groupsOf(spoken, 3)).map(({ start, text }) => (
        <span key={start}>{text}</span>
      ))}
    </code>
  );
}

/** Empty until it is known; null outside a secure context, as at the door. */
function useSpokenCode(code: string): string | null {
  const [spoken, setSpoken] = useState<string | null>('');
  useEffect(() => {
    let isCurrent = true;
    codeHash(code).then(hash => isCurrent && setSpoken(hash && spokenCode(hash)));
    return () => {
      isCurrent = false;
    };
  }, [code]);
  return spoken;
}

/** Characters in groups, to be said. The gaps are not part of the text, so that a copied code has none. */
const groupsOf = (code: string, size: number) =>
  Array.from({ length: Math.ceil(code.length / size) }, (_, index) => ({
    start: index * size,
    text: code.slice(index * size, (index + 1) * size),
  }));

/** Prevents that the screen turns off while the component is mounted, in browsers that can. They release it with a hidden page. */
function useWakeLock(): void {
  useEffect(() => {
    let isOver = false;
    let current: WakeLockSentinel | undefined;

    async function request(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      try {
        const lock = await navigator.wakeLock?.request('screen');
        if (isOver) await lock?.release();
        else current = lock;
      } catch {
        // Denied, for example because the battery is low: the screen turns off as always.
      }
    }

    void request();
    document.addEventListener('visibilitychange', request);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', request);
      void current?.release().catch(() => {});
    };
  }, []);
}

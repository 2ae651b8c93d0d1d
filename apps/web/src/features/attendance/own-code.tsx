import { ARRIVAL_PATH } from '@minga/contract/arrival-code';
import { QrCode } from '../../components/qr-code.tsx';
import { useWakeLock } from '../../components/use-wake-lock.ts';
import classes from './arrival.module.css';

interface Props {
  readonly code: string;
  /** Whose it is; null where that is not known. */
  readonly name: string | null;
}

/** The QR code of an attendance, and the code as text for a door whose camera fails. The screen stays on, so that a queue can move. */
export function OwnCode({ code, name }: Props) {
  useWakeLock();
  return (
    <figure className={`stack ${classes.figure}`}>
      <QrCode
        text={`${location.origin}${ARRIVAL_PATH}/${code}`}
        label={name === null ? 'Código de llegada en QR' : `Código de llegada de ${name} en QR`}
      />
      <figcaption className={classes.caption}>
        <span className="soft small">Si la cámara no lo lee, este es el código:</span>
        <code className={classes.code} translate="no">
          {groupsOf(code).map(({ start, text }) => (
            <span key={start}>{text}</span>
          ))}
        </code>
      </figcaption>
    </figure>
  );
}

const GROUP = 4;

/** Four characters each, to be read aloud. The gaps are not part of the text, so that a copied code has none. */
const groupsOf = (code: string) =>
  Array.from({ length: Math.ceil(code.length / GROUP) }, (_, index) => ({
    start: index * GROUP,
    text: code.slice(index * GROUP, (index + 1) * GROUP),
  }));

import { hoursText } from '@minga/contract/hours';
import { CertificateButton } from './certificate-button.tsx';
import classes from './hours.module.css';

interface Props {
  readonly attendanceId: string;
  /** Null: not confirmed. */
  readonly hours: number | null;
  /** Of the personal link. */
  readonly token: string;
}

/** A visitor's hours with their certificate; nothing until they are confirmed. */
export function OwnCertificate({ attendanceId, hours, token }: Props) {
  if (hours === null) return null;
  return (
    <section className={classes.own} aria-label="Tus horas">
      <p className={classes.ownHours}>{`Ayudaste ${hoursText(hours)}.`}</p>
      <CertificateButton of={{ attendanceId, token }} />
    </section>
  );
}

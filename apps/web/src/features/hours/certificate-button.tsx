import type { ButtonProps } from '@mantine/core';
import { hoursText } from '@minga/contract/hours';
import { IconCertificate } from '@tabler/icons-react';
import { BusyButton } from '../../components/busy-button.tsx';
import { MessageBox } from '../../components/message-box.tsx';
import { useOutcome } from '../../components/page/use-outcome.ts';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { type CertificateOf, useDownloadCertificate } from './api.ts';
import classes from './hours.module.css';

interface Props {
  readonly of: CertificateOf;
  readonly label?: string;
  /** For screen readers where a page has several. */
  readonly description?: string;
  readonly variant?: ButtonProps['variant'];
}

/** Downloads a certificate and shows the outcome below the button. */
export function CertificateButton({
  of,
  label = 'Constancia (PDF)',
  description,
  variant = 'default',
}: Props) {
  const download = useDownloadCertificate();
  const outcome = useOutcome();

  function start() {
    outcome.clear();
    download.mutate(of, {
      onSuccess: name => outcome.showSuccess(`Descargamos ${name}`),
      onError: error => outcome.showError(errorSentences(error, 'No pudimos descargar la constancia')),
    });
  }

  return (
    <>
      <div>
        <BusyButton
          variant={variant}
          leftSection={<IconCertificate size={20} aria-hidden />}
          aria-label={description === undefined ? undefined : `${label}: ${description}`}
          onClick={start}
          isBusy={download.isPending}
          busyLabel="Preparando la constancia…"
        >
          {label}
        </BusyButton>
      </div>
      <MessageBox kind="error" message={outcome.error} />
      <MessageBox kind="success" message={outcome.success} />
    </>
  );
}

interface OwnCertificateProps {
  readonly attendanceId: string;
  /** Null: not confirmed. */
  readonly hours: number | null;
  /** Of the personal link. */
  readonly token: string;
}

/** A visitor's hours with their certificate; nothing until they are confirmed. */
export function OwnCertificate({ attendanceId, hours, token }: OwnCertificateProps) {
  if (hours === null) return null;
  return (
    <section className={`stack card ${classes.own}`} aria-label="Tus horas">
      <p className={classes.ownHours}>{`Ayudaste ${hoursText(hours)}.`}</p>
      <CertificateButton of={{ attendanceId, token }} />
    </section>
  );
}

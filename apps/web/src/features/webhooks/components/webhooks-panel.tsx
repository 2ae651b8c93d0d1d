import { Skeleton } from '@mantine/core';
import type { CreatedWebhook } from '@minga/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { useOutcome } from '../../../components/use-outcome.ts';
import { webhooksQuery } from '../api/webhooks.ts';
import { verificationExample } from '../verification-example.ts';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookForm } from './webhook-form.tsx';
import classes from './webhooks.module.css';

/** The webhooks, the form for another one, and the secret of a new one as long as it is shown. */
export function WebhooksPanel({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(webhooksQuery(slug));
  const [created, setCreated] = useState<CreatedWebhook | null>(null);
  const outcome = useOutcome();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useFocusRecovery(title);

  function done() {
    setCreated(null);
    title.current?.focus();
  }

  if (data === undefined && error) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined) {
    return (
      <>
        <LoadingStatus text="Cargando los webhooks…" isHidden />
        <Skeleton height={92} />
      </>
    );
  }
  return (
    <>
      {created === null ? (
        <WebhookForm slug={slug} onCreated={setCreated} />
      ) : (
        <SecretOnce title="El secreto del webhook" value={created.secret} onDone={done}>
          Guárdalo ahora: no lo volvemos a mostrar. Con él tu programa comprueba que cada aviso viene de
          Minga.
        </SecretOnce>
      )}
      {created !== null && <VerificationExample />}
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        Los webhooks del colectivo
      </h3>
      <OutcomeMessages outcome={outcome} />
      {data.length === 0 && <p className={classes.text}>No hay webhooks.</p>}
      <ul ref={list} className={classes.list}>
        {data.map(webhook => (
          <WebhookCard key={webhook._id} slug={slug} webhook={webhook} outcome={outcome} />
        ))}
      </ul>
    </>
  );
}

const VerificationExample = () => (
  <figure className={classes.example}>
    <figcaption>Así lo comprueba un programa en Node.js:</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard. */}
    <pre className={classes.code} tabIndex={0}>
      <code>{verificationExample}</code>
    </pre>
  </figure>
);

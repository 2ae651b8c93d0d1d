import type { CreatedWebhook, Webhook } from '@minga/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { SecretsPanel } from '../../../components/secrets-panel.tsx';
import { webhooksQuery } from '../api.ts';
import { verificationExample } from '../verification-example.ts';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';
import classes from './webhooks.module.css';

/** The webhooks, the form for another one, and the secret of a new one as long as it is shown. */
export const WebhooksPanel = ({ slug }: { slug: string }) => (
  <SecretsPanel<Webhook, CreatedWebhook>
    query={useQuery(webhooksQuery(slug))}
    loadingText="Cargando los webhooks…"
    title="Los webhooks del colectivo"
    empty="No hay webhooks."
    renderForm={onCreated => <WebhookForm slug={slug} onCreated={onCreated} />}
    renderSecret={({ secret }, onDone) => (
      <>
        <SecretOnce title="El secreto del webhook" value={secret} onDone={onDone}>
          Guárdalo ahora: no lo volvemos a mostrar. Con él tu programa comprueba que cada aviso viene de
          Minga.
        </SecretOnce>
        <VerificationExample />
      </>
    )}
    renderItem={(webhook, outcome) => (
      <WebhookRow key={webhook._id} slug={slug} webhook={webhook} outcome={outcome} />
    )}
  />
);

const VerificationExample = () => (
  <figure className={classes.example}>
    <figcaption>Así lo comprueba un programa en Node.js:</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard. */}
    <pre className={classes.code} tabIndex={0}>
      <code>{verificationExample}</code>
    </pre>
  </figure>
);

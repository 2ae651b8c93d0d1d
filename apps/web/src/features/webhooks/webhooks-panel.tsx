import { Group, Skeleton, Stack, TextInput } from '@mantine/core';
import {
  type CreatedWebhook,
  type NewWebhook,
  newWebhook,
  WEBHOOK_URL_MAX,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
  webhookEvents,
} from '@minga/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { BusyButton } from '../../components/busy-button.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { RemoveButton } from '../../components/dialog/remove-button.tsx';
import { SecretOnce, SecretsPanel } from '../../components/dialog/secrets.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { LazyFold } from '../../components/form/fold.tsx';
import checkboxListClasses from '../../components/form/radio-list.module.css';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { ItemList, ItemRow } from '../../components/item-list.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import type { Outcome } from '../../components/page/use-outcome.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { timeAgo } from '../../lib/dates/time-ago.ts';
import { counted } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { siteName } from '../../lib/site-name.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import {
  deliveriesQuery,
  useCreateWebhook,
  usePingWebhook,
  useRemoveWebhook,
  useRetryDelivery,
  webhooksQuery,
} from './api.ts';
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
          {`Guárdalo ahora: no lo volvemos a mostrar. Con él tu programa comprueba que cada aviso viene de ${siteName}.`}
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
  <figure className="stack gap-s">
    <figcaption>Así lo comprueba un programa en Node.js:</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached with the keyboard. */}
    <pre className={classes.code} tabIndex={0}>
      <code>{verificationExample}</code>
    </pre>
  </figure>
);

interface Props {
  slug: string;
  onCreated: (webhook: CreatedWebhook) => void;
}

function WebhookForm({ slug, onCreated }: Props) {
  const form = useSchemaForm(newWebhook, { url: '', events: ['activity.published'] });
  const events = useWatch({ control: form.control, name: 'events' });
  const creation = useCreateWebhook(slug);
  const [failure, setFailure] = useState<string | null>(null);

  async function create(webhook: NewWebhook) {
    setFailure(null);
    try {
      onCreated(await creation.mutateAsync(webhook));
    } catch (error) {
      const sentence = errorText(error, 'Error al crear el webhook');
      if (error instanceof ApiError && error.code === 'VALIDATION')
        form.setError('url', { message: sentence }, { shouldFocus: true });
      else setFailure(sentence);
    }
  }

  const submit = form.handleSubmit(create);
  return (
    <form noValidate aria-label="Webhook nuevo" onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Dirección que recibe los avisos"
          description="Comienza con https://"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={WEBHOOK_URL_MAX}
          {...fieldProps(form, 'url')}
        />
        <CheckboxList
          label="Avisar cuando…"
          options={webhookEvents.map(value => ({
            value,
            label: eventNames[value],
            detail: <code>{value}</code>,
          }))}
          values={events}
          onChange={values => form.setValue('events', values, { shouldValidate: form.formState.isSubmitted })}
          error={form.formState.errors.events?.message}
        />
        <DialogError text={failure} />
        <div>
          <BusyButton type="submit" isBusy={creation.isPending} busyLabel="Creando…">
            Crear webhook
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}

interface WebhookRowProps {
  slug: string;
  webhook: Webhook;
  outcome: Outcome;
}

function WebhookRow({ slug, webhook, outcome }: WebhookRowProps) {
  const { _id, url, events } = webhook;
  const ping = usePingWebhook(slug, _id);
  const removal = useRemoveWebhook(slug);

  function test() {
    outcome.clear();
    ping.mutate(undefined, {
      onSuccess: () => outcome.showSuccess('Enviamos una prueba: mira en «Entregas» si llegó'),
      onError: error => outcome.showError(errorText(error, 'Error al enviar la prueba')),
    });
  }

  return (
    <ItemRow
      id={_id}
      name={url}
      action={
        <Group gap="xs">
          <BusyButton
            variant="light"
            aria-label={`Probar: ${url}`}
            isBusy={ping.isPending}
            busyLabel="Enviando…"
            onClick={test}
          >
            Probar
          </BusyButton>
          <RemoveButton
            verb="Eliminar"
            name={url}
            id={_id}
            removal={removal}
            question="¿Eliminar este webhook?"
            confirmLabel="Eliminar el webhook"
            done="Webhook eliminado"
            fallback="Error al eliminar el webhook"
            outcome={outcome}
          >
            Dejamos de avisar a esa dirección, y se borran sus entregas.
          </RemoveButton>
        </Group>
      }
      details={<DeliveriesFold slug={slug} webhookId={_id} />}
    >
      <p>{stateOf(webhook)}</p>
      <p>{events.map(event => eventNames[event]).join(DOT)}</p>
    </ItemRow>
  );
}

function stateOf({ isActive, failingSince }: Webhook): string {
  if (!isActive) return 'Apagado: falló un día entero. Una prueba que llegue lo enciende.';
  return failingSince === null ? 'Funciona' : `Falla desde ${timeAgo(failingSince, now())}`;
}

interface DeliveriesFoldProps {
  slug: string;
  webhookId: string;
}

/** The last deliveries of a webhook, loaded once it is opened. */
const DeliveriesFold = (props: DeliveriesFoldProps) => (
  <LazyFold title="Entregas">
    <Deliveries {...props} />
  </LazyFold>
);

function Deliveries({ slug, webhookId }: DeliveriesFoldProps) {
  const { data, error, refetch } = useQuery(deliveriesQuery(slug, webhookId));
  if (data === undefined)
    return error ? <ErrorPanel error={error} retry={refetch} /> : <Skeleton height={70} />;
  if (data.length === 0) return <p className={classes.text}>En los últimos 30 días no hubo ninguna.</p>;
  return (
    <ItemList>
      {data.map(delivery => (
        <DeliveryRow key={delivery._id} slug={slug} webhookId={webhookId} delivery={delivery} />
      ))}
    </ItemList>
  );
}

function DeliveryRow({ slug, webhookId, delivery }: DeliveriesFoldProps & { delivery: WebhookDelivery }) {
  const { _id, event, createdAt, state } = delivery;
  const retry = useRetryDelivery(slug, webhookId);

  const repeat = () =>
    retry.mutate(_id, {
      onSuccess: () => toastSuccess('La enviamos otra vez'),
      onError: error => toastError(errorText(error, 'Error al repetir la entrega')),
    });

  return (
    <ItemRow
      id={_id}
      name={
        <>
          <span>{`${eventNames[event]}${DOT}`}</span>
          <span className={classes.state} data-state={state}>
            {stateNames[state]}
          </span>
        </>
      }
      action={
        <BusyButton
          variant="default"
          aria-label={`Repetir: ${eventNames[event]}, ${longDate(createdAt)}`}
          isBusy={retry.isPending}
          busyLabel="Enviando…"
          onClick={repeat}
        >
          Repetir
        </BusyButton>
      }
    >
      <p>{longDate(createdAt)}</p>
      <p>{outcomeOf(delivery)}</p>
    </ItemRow>
  );
}

/** '2 intentos · respuesta 500 · La respuesta no fue 2xx · otro intento el lunes, …'. */
const outcomeOf = ({ attempts, responseStatus, error, nextAttemptAt }: WebhookDelivery): string =>
  [
    attempts === 0 ? 'Sin intentos todavía' : counted(attempts, 'intento', 'intentos'),
    ...(responseStatus === null ? [] : [`respuesta ${responseStatus}`]),
    ...(error === null ? [] : [error]),
    ...(nextAttemptAt === null || attempts === 0 ? [] : [`otro intento el ${longDate(nextAttemptAt)}`]),
  ].join(DOT);

/** The events in words. */
const eventNames: Readonly<Record<WebhookEvent | 'ping', string>> = {
  'activity.published': 'Se publica una actividad',
  'activity.updated': 'Cambia una actividad',
  'activity.cancelled': 'Se cancela una actividad',
  'attendance.confirmed': 'Alguien confirma',
  'attendance.cancelled': 'Alguien cancela',
  ping: 'Prueba',
};

const stateNames: Readonly<Record<WebhookDelivery['state'], string>> = {
  pending: 'Pendiente',
  delivered: 'Entregada',
  failed: 'Falló',
};

/** Checks the signature in the receiver, with Node.js. */
const verificationExample = `import { createHmac, timingSafeEqual } from 'node:crypto';

// header: la cabecera Minga-Signature; body: el cuerpo, tal como llegó
function isFromMinga(header, body, secret) {
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!t || Math.abs(Date.now() / 1000 - t) > 300) return false;
  const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}`;

interface CheckboxListProps<Value extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly detail: ReactNode }[];
  readonly values: readonly Value[];
  readonly onChange: (values: Value[]) => void;
  readonly error: string | undefined;
}

/** Any of a few options, each in a row of its own. */
function CheckboxList<Value extends string>({
  label,
  options,
  values,
  onChange,
  error,
}: CheckboxListProps<Value>) {
  const id = useId();
  const hasError = error !== undefined;
  const toggle = (value: Value) =>
    onChange(values.includes(value) ? values.filter(other => other !== value) : [...values, value]);
  return (
    <fieldset className={checkboxListClasses.list}>
      <legend className={checkboxListClasses.legend}>{label}</legend>
      {options.map(option => (
        <label key={option.value} className={checkboxListClasses.row}>
          <input
            type="checkbox"
            className={checkboxListClasses.input}
            checked={values.includes(option.value)}
            onChange={() => toggle(option.value)}
            aria-invalid={hasError}
            aria-describedby={hasError ? `${id}-error` : undefined}
          />
          <span>
            <span>{option.label}</span>
            <span className={`soft small ${checkboxListClasses.detail}`}>{option.detail}</span>
          </span>
        </label>
      ))}
      {hasError && (
        <p id={`${id}-error`} className={checkboxListClasses.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

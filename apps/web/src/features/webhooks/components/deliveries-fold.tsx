import { Skeleton } from '@mantine/core';
import type { WebhookDelivery } from '@minga/contract/webhooks';
import { useQuery } from '@tanstack/react-query';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LazyFold } from '../../../components/form/lazy-fold.tsx';
import { ItemList } from '../../../components/item-list.tsx';
import { ItemRow } from '../../../components/item-row.tsx';
import { longDate } from '../../../lib/dates.ts';
import { counted } from '../../../lib/digits.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { deliveriesQuery, useRetryDelivery } from '../api.ts';
import { eventNames, stateNames } from '../event-names.ts';
import classes from './webhooks.module.css';

interface Props {
  slug: string;
  webhookId: string;
}

/** The last deliveries of a webhook, loaded once it is opened. */
export const DeliveriesFold = (props: Props) => (
  <LazyFold title="Entregas">
    <Deliveries {...props} />
  </LazyFold>
);

function Deliveries({ slug, webhookId }: Props) {
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

function DeliveryRow({ slug, webhookId, delivery }: Props & { delivery: WebhookDelivery }) {
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
          <span>{`${eventNames[event]} · `}</span>
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
  ].join(' · ');

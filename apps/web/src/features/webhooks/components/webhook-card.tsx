import { Button } from '@mantine/core';
import type { Webhook } from '@minga/contract/webhooks';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import type { Outcome } from '../../../components/use-outcome.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { now } from '../../../lib/now.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { usePingWebhook } from '../api/ping-webhook.ts';
import { useRemoveWebhook } from '../api/remove-webhook.ts';
import { eventNames } from '../event-names.ts';
import { DeliveriesFold } from './deliveries-fold.tsx';
import classes from './webhooks.module.css';

interface Props {
  slug: string;
  webhook: Webhook;
  outcome: Outcome;
}

export function WebhookCard({ slug, webhook, outcome }: Props) {
  const { _id, url, events } = webhook;
  const ping = usePingWebhook(slug, _id);
  const removal = useRemoveWebhook(slug);
  const dialog = useLazyDialog();

  function test() {
    outcome.clear();
    ping.mutate(undefined, {
      onSuccess: () => outcome.showSuccess('Enviamos una prueba: mira en «Entregas» si llegó'),
      onError: error => outcome.showError(errorText(error, 'Error al enviar la prueba')),
    });
  }

  async function remove(): Promise<string | undefined> {
    outcome.clear();
    try {
      await removal.mutateAsync(_id);
    } catch (error) {
      return errorText(error, 'Error al eliminar el webhook');
    }
    dialog.close();
    outcome.showSuccess('Webhook eliminado');
    return undefined;
  }

  return (
    <li className={classes.card} data-row={_id}>
      <p className={classes.url}>{url}</p>
      <p className={classes.fact}>{stateOf(webhook)}</p>
      <p className={classes.fact}>{events.map(event => eventNames[event]).join(' · ')}</p>
      <div className={classes.actions}>
        <BusyButton
          variant="light"
          aria-label={`Probar: ${url}`}
          isBusy={ping.isPending}
          busyLabel="Enviando…"
          onClick={test}
        >
          Probar
        </BusyButton>
        <Button variant="default" aria-label={`Eliminar: ${url}`} onClick={dialog.open}>
          Eliminar
        </Button>
      </div>
      <DeliveriesFold slug={slug} webhookId={_id} />
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Eliminar este webhook?"
          confirmLabel="Eliminar el webhook"
          busyLabel="Eliminando…"
          isBusy={removal.isPending}
          onConfirm={remove}
          onCancel={dialog.close}
        >
          Dejamos de avisar a esa dirección, y se borran sus entregas.
        </ConfirmDialog>
      )}
    </li>
  );
}

function stateOf({ isActive, failingSince }: Webhook): string {
  if (!isActive) return 'Apagado: falló un día entero. Una prueba que llegue lo enciende.';
  return failingSince === null ? 'Funciona' : `Falla desde ${timeAgo(failingSince, now())}`;
}

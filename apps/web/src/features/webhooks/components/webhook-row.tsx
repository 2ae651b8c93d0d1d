import { Group } from '@mantine/core';
import type { Webhook } from '@minga/contract/webhooks';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ItemRow } from '../../../components/item-row.tsx';
import { RemoveButton } from '../../../components/remove-button.tsx';
import type { Outcome } from '../../../components/use-outcome.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { now } from '../../../lib/now.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { usePingWebhook, useRemoveWebhook } from '../api.ts';
import { eventNames } from '../event-names.ts';
import { DeliveriesFold } from './deliveries-fold.tsx';

interface Props {
  slug: string;
  webhook: Webhook;
  outcome: Outcome;
}

export function WebhookRow({ slug, webhook, outcome }: Props) {
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
      <p>{events.map(event => eventNames[event]).join(' · ')}</p>
    </ItemRow>
  );
}

function stateOf({ isActive, failingSince }: Webhook): string {
  if (!isActive) return 'Apagado: falló un día entero. Una prueba que llegue lo enciende.';
  return failingSince === null ? 'Funciona' : `Falla desde ${timeAgo(failingSince, now())}`;
}

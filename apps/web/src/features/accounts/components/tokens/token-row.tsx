import { Button } from '@mantine/core';
import type { ApiToken } from '@minga/contract/api-tokens';
import { ConfirmDialog } from '../../../../components/confirm-dialog.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { dayDate } from '../../../../lib/dates.ts';
import { errorText } from '../../../../lib/error-sentences.ts';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { useRemoveApiToken } from '../../api/remove-api-token.ts';
import type { useAccountOutcome } from '../profile/use-account-outcome.ts';
import { scopeTexts } from './scope-texts.ts';
import classes from './tokens-panel.module.css';

interface Props {
  token: ApiToken;
  outcome: ReturnType<typeof useAccountOutcome>;
}

export function TokenRow({ token, outcome }: Props) {
  const { _id, name, scope, prefix, expiresAt, lastUsedAt } = token;
  const removal = useRemoveApiToken();
  const dialog = useLazyDialog();

  async function remove(): Promise<string | undefined> {
    outcome.clear();
    try {
      await removal.mutateAsync(_id);
    } catch (error) {
      return errorText(error, 'Error al eliminar el token');
    }
    dialog.close();
    outcome.showSuccess('Token eliminado: ya no sirve');
    return undefined;
  }

  return (
    <li className={classes.row} data-row={_id}>
      <div>
        <p className={classes.name}>{name}</p>
        <p className={classes.fact}>
          <code>{prefix}…</code> · {scopeTexts[scope].label}
        </p>
        <p className={classes.fact}>
          {lastUsedAt === null ? 'Sin usar todavía' : `Último uso: ${timeAgo(lastUsedAt, now())}`}
        </p>
        <p className={classes.fact}>Vence el {dayDate(expiresAt)}</p>
      </div>
      <Button variant="default" aria-label={`Eliminar: ${name}`} onClick={dialog.open}>
        Eliminar
      </Button>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Eliminar este token?"
          confirmLabel="Eliminar el token"
          busyLabel="Eliminando…"
          isBusy={removal.isPending}
          onConfirm={remove}
          onCancel={dialog.close}
        >
          El programa que usa «{name}» deja de funcionar de inmediato.
        </ConfirmDialog>
      )}
    </li>
  );
}

import type { ApiToken } from '@minga/contract/api-tokens';
import { ItemRow } from '../../../../components/item-row.tsx';
import { RemoveButton } from '../../../../components/remove-button.tsx';
import type { Outcome } from '../../../../components/use-outcome.ts';
import { longDate } from '../../../../lib/dates.ts';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { useRemoveApiToken } from '../../api/remove-api-token.ts';
import { scopeTexts } from './scope-texts.ts';

interface Props {
  token: ApiToken;
  outcome: Outcome;
}

export function TokenRow({ token, outcome }: Props) {
  const { _id, name, scope, prefix, expiresAt, lastUsedAt } = token;
  const removal = useRemoveApiToken();
  return (
    <ItemRow
      id={_id}
      name={name}
      action={
        <RemoveButton
          verb="Eliminar"
          name={name}
          id={_id}
          removal={removal}
          question="¿Eliminar este token?"
          confirmLabel="Eliminar el token"
          done="Token eliminado: ya no sirve"
          fallback="Error al eliminar el token"
          outcome={outcome}
        >{`El programa que usa «${name}» deja de funcionar de inmediato.`}</RemoveButton>
      }
    >
      <p>
        <code>{`${prefix}…`}</code>
        <span>{` · ${scopeTexts[scope].label}`}</span>
      </p>
      <p>{lastUsedAt === null ? 'Sin usar todavía' : `Último uso: ${timeAgo(lastUsedAt, now())}`}</p>
      <p>{`Vence el ${longDate(expiresAt)}`}</p>
    </ItemRow>
  );
}

import type { Passkey } from '@minga/contract/passkeys';
import { IconFingerprint } from '@tabler/icons-react';
import { ItemRow } from '../../../../components/item-row.tsx';
import { RemoveButton } from '../../../../components/remove-button.tsx';
import type { Outcome } from '../../../../components/use-outcome.ts';
import { longDate } from '../../../../lib/dates.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { useRemovePasskey } from '../../api/remove-passkey.ts';

interface Props {
  passkey: Passkey;
  now: Date;
  outcome: Outcome;
}

export const PasskeyRow = ({ passkey: { _id, name, createdAt, lastUsedAt }, now, outcome }: Props) => (
  <ItemRow
    id={_id}
    icon={IconFingerprint}
    name={name}
    action={
      <RemoveButton
        verb="Quitar"
        name={name}
        id={_id}
        removal={useRemovePasskey()}
        question={`¿Quitar «${name}»?`}
        confirmLabel="Quitar la llave"
        done={`«${name}» ya no abre tu cuenta`}
        fallback="Error al quitar la llave de acceso"
        outcome={outcome}
      >
        Con esta llave ya no podrás entrar. Puede que tu dispositivo la siga ofreciendo: bórrala también en
        sus ajustes de contraseñas.
      </RemoveButton>
    }
  >
    <p>{lastUsedAt === null ? 'Sin usar todavía' : `Último uso: ${timeAgo(lastUsedAt, now)}`}</p>
    <p>{`Creada el ${longDate(createdAt)}`}</p>
  </ItemRow>
);

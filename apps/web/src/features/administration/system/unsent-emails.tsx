import {
  discardLetter,
  discardLetters,
  retryLetter,
  type SystemStatus,
  type UnsentEmail,
} from '@minga/contract/system';
import { IconReload, IconTrash } from '@tabler/icons-react';
import { EmailText } from '../../../components/email-text.tsx';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';
import { call } from '../../../lib/server/api.ts';
import { StatusTag, type TableDescription } from '../panel-table.tsx';
import type { RowAction } from '../row-actions.tsx';
import { StatusList } from './status-list.tsx';
import { FailureReason } from './system-facts.tsx';

/** E-mails that have not been sent: recipient, waiting time and reason. Those that were given up can be retried or discarded. */
export function UnsentEmails({ letters }: { letters: SystemStatus['letters'] }) {
  const { unsent, waiting, givenUp, isKept, isHeld } = letters;
  return (
    <StatusList
      title="Correos que no han salido"
      hint={hintOf(waiting + givenUp, unsent.length, isHeld ? HELD_FATE : isKept ? KEPT_FATE : null)}
      of={givenUp > 0 ? { ...unsentEmails, buttons } : unsentEmails}
      rows={unsent}
      all={
        givenUp > 1 && {
          label: `Descartar los ${digits(givenUp)} sin más intentos`,
          busyLabel: 'Descartando…',
          icon: IconTrash,
          run: {
            call: () => call(discardLetters),
            success: 'Los correos sin más intentos se descartaron',
            fallback: 'Error al descartar los correos',
          },
        }
      }
    />
  );
}

const KEPT_FATE = 'Salen cuando haya servidor de correo, menos los que ya no sirvan.';
const HELD_FATE = 'Salen cuando quien mantiene el servidor los suelte, menos los que ya no sirvan.';

/** `kept`: what becomes of e-mails that are kept; null if they are sent. */
function hintOf(total: number, shown: number, kept: string | null): string {
  if (total === 0) return kept !== null ? 'Ninguno espera.' : 'Ninguno: todos los correos salieron.';
  const most = total > shown ? ` Aquí están los ${digits(shown)} más antiguos de ${digits(total)}.` : '';
  const fate =
    kept ??
    'Cada correo se intenta durante tres días. El que su destinatario no recibe no se intenta más: descártalo, o corrige la dirección donde esté escrita.';
  return `${fate} Las direcciones no se muestran completas.${most}`;
}

const waitingSince = ({ createdAt }: UnsentEmail) => timeAgo(createdAt, now());

const unsentEmails: TableDescription<UnsentEmail> = {
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Para',
      width: 'minmax(0, 1fr)',
      cell: ({ recipient }) => (
        <bdi className="strong">
          <EmailText email={recipient} />
        </bdi>
      ),
    },
    { name: 'Espera desde', width: 'minmax(0, 0.9fr)', label: 'Desde', cell: waitingSince },
    {
      name: 'Por qué',
      width: 'minmax(0, 1.3fr)',
      cell: ({ failure, state }) =>
        failure === null && state === 'waiting' ? (
          <span className="soft">Todavía no se intenta</span>
        ) : (
          <FailureReason failure={failure} />
        ),
    },
    {
      name: 'Estado',
      width: '9.5rem',
      cell: ({ state, failure }) => {
        if (state === 'given-up') return <StatusTag tone="clay">Sin más intentos</StatusTag>;
        if (failure !== null) return <StatusTag tone="sky">Se reintenta</StatusTag>;
        return <StatusTag tone="plain">En espera</StatusTag>;
      },
    },
  ],
};

/** Both actions succeed, too, if another admin was faster. */
const buttons: NonNullable<TableDescription<UnsentEmail>['buttons']> = {
  width: '16.5rem',
  about: email => `${email.recipient}, ${waitingSince(email)}`,
  of: ({ _id: id, state }) => (state === 'given-up' ? [retryButton(id), discardButton(id)] : []),
};

const retryButton = (id: string): RowAction => ({
  label: 'Reintentar',
  icon: IconReload,
  run: {
    call: () => call(retryLetter, { params: { id } }),
    success: 'El correo se intentará de nuevo',
    fallback: 'Error al reintentar el correo',
  },
});

const discardButton = (id: string): RowAction => ({
  label: 'Descartar',
  icon: IconTrash,
  tone: 'clay',
  run: {
    call: () => call(discardLetter, { params: { id } }),
    success: 'El correo se descartó',
    fallback: 'Error al descartar el correo',
  },
});

import type { UnsentEmail } from '@minga/contract/system';
import { EmailText } from '../../../../components/email-text.tsx';
import { digits } from '../../../../lib/digits.ts';
import { now } from '../../../../lib/now.ts';
import { timeAgo } from '../../../../lib/time-ago.ts';
import { StatusTag } from '../lists/status-tag.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { FailureReason } from './failure-reason.tsx';
import { StatusPart } from './status-part.tsx';
import classes from './status-table.module.css';

interface Props {
  emails: readonly UnsentEmail[];
  /** The number of all waiting e-mails; `emails` are the oldest. */
  total: number;
  /** Without a mail server they wait for one. */
  isKept: boolean;
}

const COLUMNS = ['Para', 'Espera desde', 'Por qué', 'Estado'];
const WIDTHS = 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.3fr) 9.5rem';

/** E-mails that have not been sent: recipient, waiting time and reason. */
export const UnsentEmails = ({ emails, total, isKept }: Props) => (
  <StatusPart title="Correos que no han salido" hint={hintOf(total, emails.length, isKept)}>
    {headingId =>
      emails.length > 0 && (
        <PanelTable labelledBy={headingId} columns={COLUMNS} widths={WIDTHS}>
          {emails.map(email => (
            <EmailRow key={email._id} email={email} />
          ))}
        </PanelTable>
      )
    }
  </StatusPart>
);

function hintOf(total: number, shown: number, isKept: boolean): string {
  if (total === 0) return isKept ? 'Ninguno espera.' : 'Ninguno: todos los correos salieron.';
  const most = total > shown ? ` Aquí están los ${digits(shown)} más antiguos de ${digits(total)}.` : '';
  const fate = isKept
    ? 'Salen cuando haya servidor de correo, menos los que ya no sirvan.'
    : 'Cada correo se intenta durante tres días.';
  return `${fate} Las direcciones no se muestran completas.${most}`;
}

function EmailRow({ email: { _id, recipient, createdAt, state, failure } }: { email: UnsentEmail }) {
  return (
    <PanelRow id={_id}>
      <PanelCell label="Para">
        <bdi className={classes.name}>
          <EmailText email={recipient} />
        </bdi>
      </PanelCell>
      <PanelCell label="Desde">{timeAgo(createdAt, now())}</PanelCell>
      <PanelCell label="Por qué">
        {failure === null && state === 'waiting' ? (
          <span className={classes.none}>Todavía no se intenta</span>
        ) : (
          <FailureReason failure={failure} />
        )}
      </PanelCell>
      <PanelCell label="Estado">
        <span className={classes.state}>
          <EmailState state={state} isFailing={failure !== null} />
        </span>
      </PanelCell>
    </PanelRow>
  );
}

function EmailState({ state, isFailing }: { state: UnsentEmail['state']; isFailing: boolean }) {
  if (state === 'given-up') return <StatusTag tone="clay">Sin más intentos</StatusTag>;
  return isFailing ? (
    <StatusTag tone="sky">Se reintenta</StatusTag>
  ) : (
    <StatusTag tone="plain">En espera</StatusTag>
  );
}

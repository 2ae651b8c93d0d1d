import type { SystemStatus, UnsentEmail } from '@minga/contract/system';
import { IconReload, IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { EmailText } from '../../../components/email-text.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { digits } from '../../../lib/digits.ts';
import { now } from '../../../lib/now.ts';
import { timeAgo } from '../../../lib/time-ago.ts';
import { useDiscardLetter, useDiscardLetters, useRetryLetter } from '../api.ts';
import { RowButton, StatusTag } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { useRowActions } from '../row-actions.ts';
import classes from './system.module.css';
import { FailureReason, StatusPart } from './system-facts.tsx';

interface Props {
  letters: SystemStatus['letters'];
}

const COLUMNS = ['Para', 'Espera desde', 'Por qué', 'Estado'];
const WIDTHS = 'minmax(0, 1fr) minmax(0, 0.9fr) minmax(0, 1.3fr) 9.5rem';
const WITHOUT_ACTIONS = { columns: COLUMNS, widths: WIDTHS };
const WITH_ACTIONS = { columns: [...COLUMNS, 'Acciones'], widths: `${WIDTHS} 16.5rem` };
/** The action id for all rows. */
const ALL = 'all';

/** E-mails that have not been sent: recipient, waiting time and reason. Those that were given up can be retried or discarded. */
export function UnsentEmails({ letters }: Props) {
  const { unsent, waiting, givenUp, isKept, isHeld } = letters;
  const actions = useRowActions();
  const { mutateAsync: retry } = useRetryLetter();
  const { mutateAsync: discard } = useDiscardLetter();
  const { mutateAsync: discardAll } = useDiscardLetters();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);

  return (
    <div ref={focusRecovery}>
      <StatusPart
        title="Correos que no han salido"
        headingRef={heading}
        hint={hintOf(waiting + givenUp, unsent.length, isHeld ? HELD_FATE : isKept ? KEPT_FATE : null)}
        action={
          givenUp > 1 && (
            <BusyButton
              variant="default"
              leftSection={<IconTrash size={20} aria-hidden />}
              isBusy={actions.isBusy(ALL)}
              busyLabel="Descartando…"
              onClick={() =>
                void actions.run({
                  id: ALL,
                  call: () => discardAll(),
                  success: 'Los correos sin más intentos se descartaron',
                  fallback: 'Error al descartar los correos',
                })
              }
            >
              {`Descartar los ${digits(givenUp)} sin más intentos`}
            </BusyButton>
          )
        }
      >
        {headingId =>
          unsent.length > 0 && (
            <PanelTable labelledBy={headingId} {...(givenUp > 0 ? WITH_ACTIONS : WITHOUT_ACTIONS)}>
              {unsent.map(email => (
                <EmailRow
                  key={email._id}
                  email={email}
                  isBusy={actions.isBusy(email._id) || actions.isBusy(ALL)}
                  onRetry={() =>
                    void actions.run({
                      id: email._id,
                      call: () => retry(email._id),
                      success: 'El correo se intentará de nuevo',
                      fallback: 'Error al reintentar el correo',
                    })
                  }
                  onDiscard={() =>
                    void actions.run({
                      id: email._id,
                      call: () => discard(email._id),
                      success: 'El correo se descartó',
                      fallback: 'Error al descartar el correo',
                    })
                  }
                />
              ))}
            </PanelTable>
          )
        }
      </StatusPart>
    </div>
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

interface RowProps {
  email: UnsentEmail;
  isBusy: boolean;
  onRetry: () => void;
  onDiscard: () => void;
}

function EmailRow({ email, isBusy, onRetry, onDiscard }: RowProps) {
  const { _id, recipient, createdAt, state, failure } = email;
  const when = timeAgo(createdAt, now());
  const about = `${recipient}, ${when}`;
  return (
    <PanelRow id={_id}>
      <PanelCell label="Para">
        <bdi className={classes.statusTableName}>
          <EmailText email={recipient} />
        </bdi>
      </PanelCell>
      <PanelCell label="Desde">{when}</PanelCell>
      <PanelCell label="Por qué">
        {failure === null && state === 'waiting' ? (
          <span className={classes.none}>Todavía no se intenta</span>
        ) : (
          <FailureReason failure={failure} />
        )}
      </PanelCell>
      <PanelCell label="Estado">
        <EmailState state={state} isFailing={failure !== null} />
      </PanelCell>
      {state === 'given-up' && (
        <PanelCell isActions>
          <RowButton
            icon={<IconReload size={18} aria-hidden />}
            about={about}
            isBusy={isBusy}
            onClick={onRetry}
          >
            Reintentar
          </RowButton>
          <RowButton
            icon={<IconTrash size={18} aria-hidden />}
            about={about}
            tone="clay"
            isBusy={isBusy}
            onClick={onDiscard}
          >
            Descartar
          </RowButton>
        </PanelCell>
      )}
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

import { Button, Modal } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery } from '../../features/accounts/session.ts';
import { OwnLinkStep } from '../../features/attendance/own-link-step.tsx';
import { isUnsentKey } from '../../features/attendance/remembered-attendances.ts';
import { sendUnsent, settle, type UnsentConfirmation, unsentOf } from '../../features/attendance/unsent.ts';
import classes from '../shell/shell.module.css';
import { outbox } from '../shell/slots.ts';
import { onSession } from './on-session.ts';

const RETRY_MS = 20_000;

/** Shows the viewer's confirmations that were made without a network, and sends them when there is one. */
export function startOutbox(queryClient: QueryClient): void {
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;

  /** Undefined until the session has been checked. */
  const viewer = () => queryClient.getQueryData(sessionQuery.queryKey);
  const hasUnsent = () => unsentOf(viewer() ?? null).some(({ outcome }) => outcome === null);

  function update(): void {
    const user = viewer();
    const entries = user === undefined ? [] : unsentOf(user);
    outbox.fill(entries.length > 0 && <OutboxNotices entries={entries} />);
    clearTimeout(retry);
    if (hasUnsent()) retry = setTimeout(() => void send(), RETRY_MS);
  }

  async function send(): Promise<void> {
    const user = viewer();
    if (user === undefined || isSending) return;
    isSending = true;
    await sendUnsent(queryClient, user);
    isSending = false;
    update();
  }

  // What was just kept has failed a moment ago.
  addEventListener('storage', ({ key }) => isUnsentKey(key) && update());
  addEventListener('online', () => void send());
  onSession(queryClient, () => {
    update();
    void send();
  });
}

/** Below the bar: the confirmations that are still to be sent, and the outcomes that the viewer has not seen. */
function OutboxNotices({ entries }: { readonly entries: readonly UnsentConfirmation[] }) {
  const unsent = entries.filter(({ outcome }) => outcome === null);
  const settled = entries.filter(({ outcome }) => outcome !== null);
  return (
    <>
      {unsent.length > 0 && <UnsentNotice entries={unsent} />}
      {settled.map(entry => (
        <OutcomeNotice key={entry.confirmation.clientId} entry={entry} />
      ))}
    </>
  );
}

const UnsentNotice = ({ entries }: { readonly entries: readonly UnsentConfirmation[] }) => (
  <div className={`cluster ${classes.notice}`}>
    <p className={classes.text}>
      Por enviar: tu asistencia a{' '}
      {entries.map(({ title, seriesId, confirmation: { taskId, clientId } }, index) => (
        <span key={clientId}>
          <span>{`${index > 0 ? ', ' : ''}«`}</span>
          <Link to="/actividades/$id" params={{ id: taskId }}>
            {title}
          </Link>
          <span>{`»${seriesId !== undefined ? ' (todas las fechas)' : ''}`}</span>
        </span>
      ))}
    </p>
  </div>
);

function OutcomeNotice({ entry }: { readonly entry: UnsentConfirmation }) {
  const [isLinkOpen, setLinkOpen] = useState(false);
  const { title, outcome, confirmation } = entry;
  const link = outcome?.personalLink ?? null;
  const seen = () => settle(entry, null);
  return (
    <div className={`cluster ${classes.notice}`}>
      <p className={classes.text}>{outcomeText(entry)}</p>
      <div className={`cluster ${classes.buttons}`}>
        <Button
          variant="subtle"
          renderRoot={props => <Link to="/actividades/$id" params={{ id: confirmation.taskId }} {...props} />}
        >
          Ver actividad
        </Button>
        {link === null ? (
          <Button variant="subtle" onClick={seen}>
            Entendido
          </Button>
        ) : (
          <Button onClick={() => setLinkOpen(true)}>Ver mi enlace</Button>
        )}
      </div>
      {link !== null && (
        <Modal opened={isLinkOpen} onClose={() => setLinkOpen(false)} title="Tu asistencia">
          <OwnLinkStep title={title} link={link} onDone={seen} />
        </Modal>
      )}
    </div>
  );
}

function outcomeText({ title, outcome }: UnsentConfirmation): string {
  const { refusal = null, personalLink = null, dates } = outcome ?? {};
  if (refusal !== null) return `No pudimos confirmar tu asistencia a «${title}». ${refusal}`;
  const sent =
    dates === undefined
      ? `Quedaste en la lista de «${title}».`
      : `Enviamos tu asistencia a «${title}». ${dates}`;
  return personalLink === null ? sent : `${sent} Guarda tu enlace para ver o cancelar tu asistencia.`;
}

import { Button, Modal } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { sessionQuery } from '../../features/accounts/session/session.ts';
import { OwnLinkStep } from '../../features/attendance/own-link-step.tsx';
import { confirmationKind, type UnsentConfirmation } from '../../features/attendance/unsent.ts';
import { changeEntries, isPending, sendEntries, startOutbox, useOutbox } from '../../lib/outbox.ts';
import classes from '../shell/shell.module.css';
import { outbox } from '../shell/slots.ts';
import { onSession } from './on-session.ts';

/** Sends what was done without a network, and shows the viewer's confirmations among it. */
export function showOutbox(queryClient: QueryClient): void {
  const user = () => queryClient.getQueryData(sessionQuery.queryKey);
  const send = startOutbox(queryClient, [
    { load: async () => confirmationKind, owner: () => emailOf(user()) },
    {
      // An arrival may be that of a confirmation that was made before it.
      load: () =>
        Promise.all([
          import('../../features/attendance/self/self-arrival.ts'),
          sendEntries(queryClient, confirmationKind, emailOf(user()) ?? null),
        ]).then(([{ selfArrivalKind }]) => selfArrivalKind),
      owner: () => emailOf(user()),
    },
    {
      load: () => import('../../features/door/arrivals.ts').then(({ arrivalKind }) => arrivalKind),
      owner: () => user()?._id,
    },
  ]);
  outbox.fill(<OutboxNotices />);
  onSession(queryClient, () => void send());
}

/** Null is a visitor; undefined until the session has been checked. */
const emailOf = (user: { readonly email: string } | null | undefined) => (user === null ? null : user?.email);

/** Below the bar, once it is known who sees it. */
function OutboxNotices() {
  const owner = emailOf(useQuery(sessionQuery).data);
  return owner === undefined ? null : <ConfirmationNotices owner={owner} />;
}

/** The confirmations that are still to be sent, and the outcomes that the viewer has not seen. */
function ConfirmationNotices({ owner }: { readonly owner: string | null }) {
  const entries = useOutbox(confirmationKind, owner);
  const unsent = entries.filter(isPending);
  const settled = entries.filter(entry => !isPending(entry));
  return (
    <>
      {unsent.length > 0 && <UnsentNotice entries={unsent} />}
      {settled.map(entry => (
        <OutcomeNotice key={entry.key} entry={entry} />
      ))}
    </>
  );
}

const UnsentNotice = ({ entries }: { readonly entries: readonly UnsentConfirmation[] }) => (
  <div className={`cluster ${classes.notice}`}>
    <p className={classes.text}>
      Por enviar: tu asistencia a{' '}
      {entries.map(({ key, title, seriesId, confirmation: { taskId } }, index) => (
        <span key={key}>
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
  const seen = () => void changeEntries(confirmationKind, [entry], () => null);
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

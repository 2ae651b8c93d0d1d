import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconCloudUp,
  IconHelpCircle,
  IconSearch,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useOnline } from '../../components/use-online.ts';
import { now } from '../../lib/dates/now.ts';
import { digits } from '../../lib/digits.ts';
import { changeEntries, isPending, sendEntries, useSendingError } from '../../lib/outbox.ts';
import { siteName } from '../../lib/site-name.ts';
import { type Arrival, arrivalKind, isToReview, problemOf } from './arrivals.ts';
import classes from './door.module.css';
import { type DoorPerson, type DoorResult, reviewText } from './model.ts';
import type { ShownResult } from './use-admission.ts';

interface Props {
  readonly result: ShownResult | null;
  readonly onUndo: (person: DoorPerson) => void;
  readonly onClose: () => void;
  /** Gets the focus when the panel disappears. */
  readonly afterFocus: RefObject<HTMLElement | null>;
}

const icons = {
  admitted: IconCircleCheck,
  already: IconClock,
  'not-confirmed': IconAlertTriangle,
  unknown: IconHelpCircle,
  checking: IconSearch,
  undone: IconClock,
} as const;

/** The outcome of the last person, where the list begins: it covers nothing, and stays until the next one. */
export function ResultPanel({ result, onUndo, onClose, afterFocus }: Props) {
  const region = useFocusRecovery(afterFocus);
  return (
    <div ref={region} role="status">
      {result?.isQuiet && <p className="unseen">{`${result.title}: ${result.text}`}</p>}
      {result?.isQuiet === false && <Result result={result} onUndo={onUndo} onClose={onClose} />}
    </div>
  );
}

function Result({
  result: { kind, title, text, admitted },
  onUndo,
  onClose,
}: { result: DoorResult } & Pick<Props, 'onUndo' | 'onClose'>) {
  const Icon = icons[kind];
  return (
    <div className={`row ${classes.result}`} data-kind={kind}>
      <Icon size={28} aria-hidden />
      <div className={classes.resultPanelWords}>
        <p className={classes.title}>
          <bdi>{title}</bdi>
        </p>
        <p className={classes.text}>{text}</p>
      </div>
      {admitted !== null && (
        <Button
          variant="white"
          color="dark"
          className={classes.resultPanelUndo ?? ''}
          onClick={() => onUndo(admitted)}
        >
          Deshacer
        </Button>
      )}
      <button
        type="button"
        aria-label="Cerrar el resultado"
        className={`centred plain ${classes.resultPanelClose}`}
        onClick={onClose}
      >
        ×
      </button>
    </div>
  );
}

interface ReviewListProps {
  readonly arrivals: readonly Arrival[];
  /** Gets the focus when the list disappears. */
  readonly afterFocus: RefObject<HTMLElement | null>;
}

/** Arrivals noted without a network whose outcome at the server differs. */
export function ReviewList({ arrivals, afterFocus }: ReviewListProps) {
  const list = useFocusRecovery(afterFocus);
  const toReview = arrivals.filter(isToReview);
  if (toReview.length === 0) return null;
  const settle = () => void changeEntries(arrivalKind, toReview, () => null);
  return (
    <details ref={list} className={classes.review}>
      <summary className={classes.summary}>{`${digits(toReview.length)} por revisar`}</summary>
      <ul className={classes.reviewList}>
        {toReview.map(arrival => (
          <li key={arrival.item.id}>
            <strong>
              <bdi>{arrival.name ?? 'Un código'}</bdi>
            </strong>
            <span>{`: ${reviewText(arrival, now())}`}</span>
          </li>
        ))}
      </ul>
      <Button variant="default" onClick={settle}>
        Entendido
      </Button>
    </details>
  );
}

interface SendingStatusProps {
  readonly taskId: string;
  readonly owner: string;
  readonly arrivals: readonly Arrival[];
}

const WILL_BE_SENT = 'Quedó guardado en este dispositivo y se envía solo cuando haya internet.';

/** How many arrivals are still to be sent, and what holds them back. */
export function SendingStatus({ taskId, owner, arrivals }: SendingStatusProps) {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const error = useSendingError(arrivalKind, taskId);
  const [isAsking, setAsking] = useState(false);
  const unsent = arrivals.filter(isPending);
  const problem = isOnline && error !== null ? problemOf(error) : null;

  async function discard(): Promise<void> {
    await changeEntries(arrivalKind, unsent, () => null);
    setAsking(false);
  }

  return (
    <div role="status" className={classes.sendingStatusRegion}>
      {unsent.length > 0 && (
        <div className={classes.status}>
          <IconCloudUp size={22} aria-hidden />
          <div>
            <p>
              <strong>{`Por enviar: ${digits(unsent.length)}`}</strong>
            </p>
            <p>{problem !== null && problem.kind !== 'away' ? problem.text : WILL_BE_SENT}</p>
            {problem !== null && (
              <div className={`cluster ${classes.buttons}`}>
                <Button variant="default" onClick={() => void sendEntries(queryClient, arrivalKind, owner)}>
                  Enviar ahora
                </Button>
                {problem.kind !== 'away' && (
                  <Button variant="subtle" onClick={() => setAsking(true)}>
                    Descartar
                  </Button>
                )}
              </div>
            )}
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title="Descartar lo que no se envió"
        confirmLabel="Descartar"
        onConfirm={discard}
        onCancel={() => setAsking(false)}
      >
        <p>
          {`${
            unsent.length === 1
              ? `Se borra de este dispositivo una llegada que ${siteName} no recibió.`
              : `Se borran de este dispositivo ${digits(unsent.length)} llegadas que ${siteName} no recibió.`
          } No se puede deshacer.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

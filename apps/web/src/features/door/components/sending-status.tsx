import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useOnline } from '../../../components/use-online.ts';
import { digits } from '../../../lib/digits.ts';
import { changeArrivals } from '../api/arrivals.ts';
import { sendArrivals } from '../api/send-arrivals.ts';
import { type Arrival, isUnsent } from '../arrival.ts';
import { useSendingProblem } from '../sending-state.ts';
import classes from './sending-status.module.css';

interface Props {
  readonly taskId: string;
  readonly owner: string;
  readonly arrivals: readonly Arrival[];
}

const WILL_BE_SENT = 'Quedó guardado en este dispositivo y se envía solo cuando haya internet.';

/** How many arrivals are still to be sent, and what holds them back. */
export function SendingStatus({ taskId, owner, arrivals }: Props) {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const problem = useSendingProblem(taskId);
  const [isAsking, setAsking] = useState(false);
  const unsent = arrivals.filter(isUnsent);
  const isHeldBack = isOnline && problem !== null;

  async function discard(): Promise<void> {
    const ids = new Set(unsent.map(({ item }) => item.id));
    await changeArrivals(queryClient, owner, ids, () => null);
    setAsking(false);
  }

  return (
    <div role="status" className={classes.region}>
      {unsent.length > 0 && (
        <div className={classes.status}>
          <IconCloudUp size={22} className={classes.icon} aria-hidden />
          <div>
            <p className={classes.text}>
              <strong>{`Por enviar: ${digits(unsent.length)}`}</strong>
            </p>
            <p className={classes.text}>
              {isHeldBack && problem.kind !== 'away' ? problem.text : WILL_BE_SENT}
            </p>
            {isHeldBack && (
              <div className={classes.buttons}>
                <Button variant="default" onClick={() => void sendArrivals(queryClient, owner)}>
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
              ? 'Se borra de este dispositivo una llegada que Minga no recibió.'
              : `Se borran de este dispositivo ${digits(unsent.length)} llegadas que Minga no recibió.`
          } No se puede deshacer.`}
        </p>
      </ConfirmDialog>
    </div>
  );
}

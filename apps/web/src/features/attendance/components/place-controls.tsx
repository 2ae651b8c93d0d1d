import { Button } from '@mantine/core';
import { IconHourglass, IconTicket } from '@tabler/icons-react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { errorText } from '../../../lib/error-sentences.ts';
import { useNow } from '../../../lib/now.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { type Bearer, useAnswerOffer } from '../api/answer-offer.ts';
import type { OwnState } from '../own-state.ts';
import { ownStateText } from '../own-state-text.ts';
import classes from './attending-notice.module.css';

interface Props {
  readonly bearer: Bearer;
  readonly state: OwnState;
  /** Leaves the waiting list; null: the page has a button of its own. */
  readonly onLeave: (() => void) | null;
  readonly onDeclined?: (() => void) | undefined;
}

/** For a viewer without a place: the place on the waiting list, or the offered one with its answers. */
export function PlaceControls({ bearer, state, onLeave, onDeclined }: Props) {
  const text = useNow(moment => ownStateText(state, moment));
  const isOffered = state.status === 'offered';
  return (
    <>
      <p className={`${classes.going} ${classes.waiting}`}>
        {isOffered ? <IconTicket size={22} aria-hidden /> : <IconHourglass size={22} aria-hidden />}
        {text}
      </p>
      {isOffered && <OfferAnswers bearer={bearer} onDeclined={onDeclined} />}
      {!isOffered && onLeave !== null && (
        <Button fullWidth variant="default" onClick={onLeave}>
          Salir de la lista de espera
        </Button>
      )}
    </>
  );
}

function OfferAnswers({ bearer, onDeclined }: Pick<Props, 'bearer' | 'onDeclined'>) {
  const answer = useAnswerOffer(bearer);

  async function send(accept: boolean): Promise<void> {
    try {
      await answer.mutateAsync(accept);
      if (!accept) onDeclined?.();
      toastSuccess(accept ? '¡Listo! Tienes cupo' : 'Dejaste pasar el cupo: se lo ofrecemos a otra persona');
    } catch (error) {
      toastError(errorText(error, 'No pudimos guardar tu respuesta'));
    }
  }

  const isBusy = (accept: boolean) => answer.isPending && answer.variables === accept;
  return (
    <>
      <BusyButton fullWidth isBusy={isBusy(true)} busyLabel="Guardando..." onClick={() => void send(true)}>
        Aceptar el cupo
      </BusyButton>
      <BusyButton
        fullWidth
        variant="default"
        isBusy={isBusy(false)}
        busyLabel="Guardando..."
        onClick={() => void send(false)}
      >
        Dejarlo pasar
      </BusyButton>
    </>
  );
}

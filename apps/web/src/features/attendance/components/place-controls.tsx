import { Button, Text } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconHourglass, IconTicket } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { useNow } from '../../../lib/now.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { type Bearer, useAnswerOffer } from '../api/answer-offer.ts';
import type { OwnState } from '../own-state.ts';
import { ownStateText } from '../own-state-text.ts';
import type { OwnParty } from '../remembered-parties.ts';
import classes from './attending-notice.module.css';

const loadClaims = () => import('./claims-dialog.tsx');
const ClaimsDialog = lazy(() => loadClaims().then(module => ({ default: module.ClaimsDialog })));

interface Props {
  readonly bearer: Bearer;
  readonly activity: Pick<Activity, 'date' | 'needs' | 'needsRequired'>;
  /** Undefined while it is not known. */
  readonly party: OwnParty | undefined;
  readonly state: OwnState;
  /** Leaves the waiting list; null: the page has a button of its own. */
  readonly onLeave: (() => void) | null;
  readonly onDeclined?: (() => void) | undefined;
}

/** For a viewer without a place: the place on the waiting list, or the offered one with its answers. */
export function PlaceControls({ bearer, activity, party, state, onLeave, onDeclined }: Props) {
  const text = useNow(moment => ownStateText(state, moment));
  const isOffered = state.status === 'offered';
  return (
    <>
      <p className={`${classes.going} ${classes.waiting}`}>
        {isOffered ? <IconTicket size={22} aria-hidden /> : <IconHourglass size={22} aria-hidden />}
        {text}
      </p>
      {isOffered && (
        <OfferAnswers bearer={bearer} activity={activity} party={party} onDeclined={onDeclined} />
      )}
      {!isOffered && onLeave !== null && (
        <Button fullWidth variant="default" onClick={onLeave}>
          Salir de la lista de espera
        </Button>
      )}
    </>
  );
}

const FAILED = 'No pudimos guardar tu respuesta';
const ACCEPTED = '¡Listo! Tienes cupo';

function OfferAnswers({
  bearer,
  activity,
  party,
  onDeclined,
}: Pick<Props, 'bearer' | 'activity' | 'party' | 'onDeclined'>) {
  const answer = useAnswerOffer(bearer);
  const claims = useLazyDialog(loadClaims);
  const declining = useLazyDialog();
  const { needs, needsRequired, date } = activity;
  // What a party takes on was not stored while it waited.
  const mustChoose = needs.length > 0 && needsRequired;

  async function accept(): Promise<void> {
    try {
      await answer.mutateAsync({ accept: true });
      toastSuccess(ACCEPTED);
    } catch (error) {
      toastError(errorText(error, FAILED));
    }
  }

  async function decline(): Promise<string | undefined> {
    try {
      await answer.mutateAsync({ accept: false });
    } catch (error) {
      return errorText(error, FAILED);
    }
    declining.close();
    if (onDeclined !== undefined) onDeclined();
    else toastSuccess('Dejaste pasar el cupo: se lo ofrecemos a otra persona');
  }

  const isBusy = (isAccepting: boolean) => answer.isPending && answer.variables.accept === isAccepting;
  return (
    <>
      <BusyButton
        fullWidth
        isBusy={isBusy(true)}
        busyLabel="Guardando..."
        onClick={() => (mustChoose ? claims.open() : void accept())}
      >
        Aceptar el cupo
      </BusyButton>
      <Suspense>
        {claims.isMounted && (
          <ClaimsDialog
            title="Aceptar el cupo"
            {...{ needs, date }}
            isOpen={claims.isOpen}
            isRequired
            size={1 + (party?.companions ?? 0)}
            claims={[]}
            saveLabel="Aceptar el cupo"
            onSave={async chosen => {
              await answer.mutateAsync({ accept: true, claims: chosen });
              toastSuccess(ACCEPTED);
            }}
            onClose={claims.close}
          />
        )}
      </Suspense>
      <Button fullWidth variant="default" onClick={declining.open}>
        Dejarlo pasar
      </Button>
      <ConfirmDialog
        isOpen={declining.isOpen}
        title="¿Dejar pasar el cupo?"
        cancelLabel="No"
        confirmLabel="Sí, dejarlo pasar"
        busyLabel="Guardando..."
        isBusy={isBusy(false)}
        onConfirm={decline}
        onCancel={declining.close}
      >
        <Text>Se le ofrece a la siguiente persona, y tú sales de la lista de espera.</Text>
      </ConfirmDialog>
    </>
  );
}

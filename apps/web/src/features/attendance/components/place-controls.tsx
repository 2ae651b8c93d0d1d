import { Button } from '@mantine/core';
import type { WholeActivity } from '@minga/contract/activities';
import { IconHourglass, IconTicket } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { useNow } from '../../../lib/now.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { type Bearer, useAnswerOffer } from '../api/answer-offer.ts';
import type { OwnState } from '../own-state.ts';
import { ownStateText } from '../own-state-text.ts';
import type { OwnParty } from '../remembered-parties.ts';
import classes from './attending-notice.module.css';
import { TwoAnswers } from './two-answers.tsx';

const loadClaims = () => import('./claims-dialog.tsx');
const ClaimsDialog = lazy(() => loadClaims().then(module => ({ default: module.ClaimsDialog })));

interface Props {
  readonly bearer: Bearer;
  readonly activity: Pick<WholeActivity, 'date' | 'needs' | 'needsRequired'>;
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
        <span>{text}</span>
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

const ACCEPT = 'Aceptar el cupo';
const ACCEPTED = '¡Listo! Tienes cupo';

function OfferAnswers({
  bearer,
  activity,
  party,
  onDeclined,
}: Pick<Props, 'bearer' | 'activity' | 'party' | 'onDeclined'>) {
  const answer = useAnswerOffer(bearer);
  const claims = useLazyDialog(loadClaims);
  const { needs, needsRequired, date } = activity;
  // What a party takes on was not stored while it waited.
  const mustChoose = needs.length > 0 && needsRequired;
  return (
    <>
      <TwoAnswers
        send={accept => answer.mutateAsync({ accept })}
        pending={answer.isPending ? answer.variables.accept : undefined}
        accept={{ label: ACCEPT, done: ACCEPTED, open: mustChoose ? claims.open : undefined }}
        decline={{
          label: 'Dejarlo pasar',
          title: '¿Dejar pasar el cupo?',
          consequence: 'Se le ofrece a la siguiente persona, y tú sales de la lista de espera.',
          cancelLabel: 'No',
          confirmLabel: 'Sí, dejarlo pasar',
          done: 'Dejaste pasar el cupo: se lo ofrecemos a otra persona',
        }}
        onDeclined={onDeclined}
      />
      <Suspense>
        {claims.isMounted && (
          <ClaimsDialog
            title={ACCEPT}
            {...{ needs, date }}
            isOpen={claims.isOpen}
            isRequired
            size={1 + (party?.companions ?? 0)}
            claims={[]}
            saveLabel={ACCEPT}
            onSave={async chosen => {
              await answer.mutateAsync({ accept: true, claims: chosen });
              toastSuccess(ACCEPTED);
            }}
            onClose={claims.close}
          />
        )}
      </Suspense>
    </>
  );
}

import { Button, Text } from '@mantine/core';
import type { WholeActivity } from '@minga/contract/activities';
import { IconHandStop, IconHourglass, IconTicket, IconUsersPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { claimTexts } from '../../lib/attendance/claims-text.ts';
import { useNow } from '../../lib/dates/now.ts';
import { untilText } from '../../lib/dates/until-text.ts';
import { counted } from '../../lib/digits.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { preload } from '../../lib/errors/load-code.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';
import classes from './attendance.module.css';
import type { ChangePartyDialog as Dialog } from './change-party-dialog.tsx';
import type { OwnState } from './model.ts';
import { type Bearer, useAnswerOffer, useChangeClaims, useReconfirm } from './place-api.ts';
import type { OwnParty } from './remembered-parties.ts';

const loadClaims = () => import('./claims-dialog.tsx');
const preloadClaims = preload(loadClaims);
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
      <p className={`row strong ${classes.going} ${classes.waiting}`}>
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

interface ReconfirmControlsProps {
  readonly bearer: Bearer;
  /** By default that of the day before. */
  readonly question?: string | undefined;
  readonly onCancelled?: (() => void) | undefined;
}

/** The question of the day before, with its two answers (docs/rules.md R17.1). */
export function ReconfirmControls({
  bearer,
  question = '¿Sigues viniendo?',
  onCancelled,
}: ReconfirmControlsProps) {
  const answer = useReconfirm(bearer);
  return (
    <section aria-label={question} className={`stack ${classes.asked}`}>
      <p className={classes.question}>{question}</p>
      <TwoAnswers
        send={answer.mutateAsync}
        pending={answer.isPending ? answer.variables : undefined}
        accept={{ label: 'Sí, voy', done: '¡Gracias por responder! Te esperamos' }}
        decline={{
          label: 'No puedo ir',
          title: '¿No puedes ir?',
          consequence: 'Sales de la lista y tu cupo le sirve a otra persona.',
          cancelLabel: 'Volver',
          confirmLabel: 'Sí, liberar mi cupo',
          done: 'Gracias por avisar: tu cupo quedó libre',
        }}
        onDeclined={onCancelled}
      />
    </section>
  );
}

interface TwoAnswersProps {
  readonly send: (isAccepted: boolean) => Promise<unknown>;
  /** The answer that is being sent. */
  readonly pending: boolean | undefined;
  readonly accept: {
    readonly label: string;
    readonly done: string;
    /** Opens a dialog that sends the answer; undefined: the press sends it. */
    readonly open?: (() => void) | undefined;
  };
  readonly decline: {
    readonly label: string;
    readonly title: string;
    readonly consequence: string;
    readonly cancelLabel: string;
    readonly confirmLabel: string;
    readonly done: string;
  };
  /** Replaces the toast where the declined attendance leaves the screen. */
  readonly onDeclined?: (() => void) | undefined;
}

const FAILED = 'No pudimos guardar tu respuesta';
const BUSY = 'Guardando...';

/** The buttons of a question about one's place: yes, and no, which gives the place away and is confirmed first. */
function TwoAnswers({ send, pending, accept, decline, onDeclined }: TwoAnswersProps) {
  const declining = useLazyDialog();

  async function sendYes(): Promise<void> {
    try {
      await send(true);
      toastSuccess(accept.done);
    } catch (error) {
      toastError(errorText(error, FAILED));
    }
  }

  async function sendNo(): Promise<string | undefined> {
    try {
      await send(false);
    } catch (error) {
      return errorText(error, FAILED);
    }
    declining.close();
    if (onDeclined !== undefined) onDeclined();
    else toastSuccess(decline.done);
  }

  return (
    <>
      <BusyButton
        fullWidth
        isBusy={pending === true}
        busyLabel={BUSY}
        onClick={accept.open ?? (() => void sendYes())}
      >
        {accept.label}
      </BusyButton>
      <Button fullWidth variant="default" onClick={declining.open}>
        {decline.label}
      </Button>
      <ConfirmDialog
        isOpen={declining.isOpen}
        title={decline.title}
        cancelLabel={decline.cancelLabel}
        confirmLabel={decline.confirmLabel}
        busyLabel={BUSY}
        isBusy={pending === false}
        onConfirm={sendNo}
        onCancel={declining.close}
      >
        <Text>{decline.consequence}</Text>
      </ConfirmDialog>
    </>
  );
}

type ChangePartyProps = Omit<Parameters<typeof Dialog>[0], 'isOpen' | 'onClose'>;

const loadDialog = () => import('./change-party-dialog.tsx');
const preloadDialog = preload(loadDialog);
const ChangePartyDialog = lazy(() => loadDialog().then(module => ({ default: module.ChangePartyDialog })));

/** The button that changes how many people come along. */
export function ChangeParty(props: ChangePartyProps) {
  const { isOpen, isMounted, open, close } = useLazyDialog(loadDialog);
  return (
    <>
      {props.companions > 0 && (
        <p>{`${props.isConfirmed ? 'Vas con' : 'Con'} ${counted(props.companions, 'acompañante', 'acompañantes')}`}</p>
      )}
      <Button
        fullWidth
        variant="subtle"
        leftSection={<IconUsersPlus size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {props.companions === 0 ? 'Llevar acompañantes' : 'Cambiar acompañantes'}
      </Button>
      <Suspense>{isMounted && <ChangePartyDialog {...props} isOpen={isOpen} onClose={close} />}</Suspense>
    </>
  );
}

interface ChangeClaimsProps {
  readonly bearer: Bearer;
  readonly activity: Pick<WholeActivity, 'date' | 'needs' | 'needsRequired'>;
  readonly party: OwnParty;
}

/** What the viewer takes on, and the button that changes it. */
export function ChangeClaims({ bearer, activity, party: { companions, claims } }: ChangeClaimsProps) {
  const { needs, needsRequired, date } = activity;
  const change = useChangeClaims(bearer);
  const { isOpen, isMounted, open, close } = useLazyDialog(loadClaims);
  const texts = claimTexts(needs, claims);
  return (
    <>
      {texts.length > 0 && <p>{`Elegiste: ${texts.join(', ')}`}</p>}
      <Button
        fullWidth
        variant="subtle"
        leftSection={<IconHandStop size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadClaims}
        onFocus={preloadClaims}
      >
        {texts.length === 0 ? 'Elegir en qué ayudo' : 'Cambiar en qué ayudo'}
      </Button>
      <Suspense>
        {isMounted && (
          <ClaimsDialog
            title="En qué ayudo y qué llevo"
            {...{ needs, date, claims, isOpen }}
            isRequired={needsRequired}
            size={1 + companions}
            saveLabel="Guardar"
            onSave={async chosen => {
              await change.mutateAsync(chosen);
              toastSuccess('Guardamos en qué ayudas');
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/** 'En espera, puesto 2', 'Te ofrecemos un cupo hasta las 6:00 p. m.', of an attendee without a place. */
export function ownStateText({ position, offerExpiresAt }: OwnState, now: Date): string {
  if (offerExpiresAt !== null) return `Te ofrecemos un cupo hasta ${untilText(offerExpiresAt, now)}`;
  return position === null ? 'En espera' : `En espera, puesto ${position}`;
}

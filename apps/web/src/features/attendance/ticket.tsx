import { ActionIcon } from '@mantine/core';
import { ARRIVAL_PATH } from '@minga/contract/arrival-code';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { CalendarLink } from '../../components/calendar-link.tsx';
import { ChatButton } from '../../components/chat-button.tsx';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { ShareButton } from '../../components/share-button.tsx';
import { codeVisibility } from '../../lib/attendance/code-visibility.ts';
import { NO_COMPANIONS } from '../../lib/attendance/companion-choices.ts';
import { isAfterToday } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { isUnanswered } from '../../lib/errors/is-unanswered.ts';
import { preload } from '../../lib/errors/load-code.ts';
import classes from './activity-attendance.module.css';
import { attendingEmail } from './api.ts';
import { ArrivedNotice } from './arrived-notice.tsx';
import { type Attendable, ReminderLink } from './attendance-button.tsx';
import { AttendingNotice } from './attending-notice.tsx';
import type { OwnState, Viewer } from './model.ts';
import { SpokenCode } from './own-code.tsx';
import { OwnPlace } from './own-place.tsx';
import { useOwnParty } from './place-api.ts';
import { UnsentNotice } from './unsent-notice.tsx';

interface Props {
  readonly activity: Attendable;
  readonly viewer: Viewer;
}

interface TicketProps extends Props {
  readonly own: OwnState;
  readonly state: string;
  readonly checkedInAt: string;
  /** The viewer has just confirmed. */
  readonly isNew: boolean;
}

/** The parts of the viewer's attendance: the place and the code, the party, where the e-mail went. The bar leads here. */
export function Ticket({ activity, viewer, own, state, checkedInAt, isNew }: TicketProps) {
  const ticket = useRef<HTMLElement>(null);
  // The form may have been opened far below, from a need.
  useEffect(() => {
    if (isNew) ticket.current?.scrollIntoView({ block: 'start' });
  }, [isNew]);
  const { _id: taskId, title, capacity, companionsMax, hasNeeds, date } = activity;
  const isGoing = state === 'going';
  return (
    <section
      ref={ticket}
      id="mi-asistencia"
      tabIndex={-1}
      aria-label="Tu asistencia"
      className={`stack ${classes.ticket}`}
    >
      {state === 'unsent' && <UnsentNotice taskId={taskId} viewer={viewer} />}
      {state === 'arrived' && <ArrivedNotice checkedInAt={checkedInAt} />}
      {isGoing && (
        <>
          <AttendingNotice hasPlace={capacity !== null} />
          <TicketCode activity={activity} viewer={viewer} />
        </>
      )}
      {(state === 'waiting' ||
        state === 'offered' ||
        (isGoing && (companionsMax > 0 || hasNeeds || isUnanswered(own)))) && (
        <OwnPlace activity={activity} viewer={viewer} state={own} onLeave={null} />
      )}
      {isGoing && companionsMax === 0 && <p className="soft small">{NO_COMPANIONS}</p>}
      {state !== 'arrived' && state !== 'unsent' && <EmailLine activity={activity} viewer={viewer} />}
      {isGoing && (
        <>
          <ChatButton url={activity.chatUrl} />
          <ShareButton title={title} path={`/actividades/${taskId}`} />
          <CalendarLink activityId={taskId} />
          {viewer !== null && isAfterToday(date, now()) && <ReminderLink taskId={taskId} />}
        </>
      )}
    </section>
  );
}

/** The code of the viewer's own attendance, if this browser or the account's list has it and the door still reads it. */
function useOwnCode({ activity, viewer }: Props) {
  const party = useOwnParty(activity._id, viewer !== null, true);
  const isGone = codeVisibility(activity, now()) === 'gone';
  return party?.code && !isGone ? { ...party, code: party.code, name: party.name ?? '' } : null;
}

/** The code for the door: to be read by its camera, and to be said. */
function TicketCode(props: Props) {
  const own = useOwnCode(props);
  if (own === null) return null;
  return (
    <div className={classes.code}>
      <div className={classes.qr}>
        <QrCode
          text={`${location.origin}${ARRIVAL_PATH}/${own.code}`}
          label="Tu código para la puerta en QR"
        />
      </div>
      <p>
        <span>Muestra este código en la puerta, o dilo:</span>
        <SpokenCode code={own.code} />
      </p>
    </div>
  );
}

const loadCorrection = () => import('./correct-email-dialog.tsx');
const preloadCorrection = preload(loadCorrection);
const CorrectEmailDialog = lazy(() =>
  loadCorrection().then(module => ({ default: module.CorrectEmailDialog })),
);

/** The address to which the confirmation went. A visitor corrects it here; an account has an address of its own. */
function EmailLine({ activity: { _id: taskId }, viewer }: Props) {
  const party = useOwnParty(taskId, viewer !== null, true);
  const { isMounted, isOpen, open, close } = useLazyDialog(loadCorrection);
  const email = attendingEmail(taskId, viewer) ?? party?.email;
  if (!email) return null;
  return (
    <p className={classes.mailed}>
      <span>
        Te escribimos a <bdi className="strong">{email}</bdi>
      </span>
      {viewer === null && (
        <>
          <button
            type="button"
            className="plain link"
            onClick={open}
            onPointerEnter={preloadCorrection}
            onFocus={preloadCorrection}
          >
            Corregir
          </button>
          <Suspense>
            {isMounted && (
              <CorrectEmailDialog taskId={taskId} email={email} isOpen={isOpen} onClose={close} />
            )}
          </Suspense>
        </>
      )}
    </p>
  );
}

const loadDialog = () => import('./own-code-dialog.tsx');
const OwnCodeDialog = lazy(() => loadDialog().then(module => ({ default: module.OwnCodeDialog })));

/** 'Mi código' in the bar: one press from any place of the page. */
export function BarCode(props: Props) {
  const own = useOwnCode(props);
  const { isMounted, isOpen, open, close } = useLazyDialog(loadDialog);
  if (own === null) return null;
  return (
    <>
      <ActionIcon variant="default" aria-label="Mi código" onClick={open}>
        <IconQrcode size={24} aria-hidden />
      </ActionIcon>
      <Suspense>
        {isMounted && (
          <OwnCodeDialog
            code={own.code}
            name={own.name}
            companions={own.companions}
            task={props.activity}
            checkedInAt={null}
            isOpen={isOpen}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

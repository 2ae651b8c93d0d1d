import { Button } from '@mantine/core';
import { useIntersection, useMergedRef } from '@mantine/hooks';
import type { Activity, WholeActivity } from '@minga/contract/activities';
import { hasStarted, phaseOf } from '@minga/contract/activity-phase';
import type { AttendanceStatus } from '@minga/contract/places';
import { IconBellPlus, IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, type RefCallback, Suspense, useRef, useState } from 'react';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { isAfterToday } from '../../lib/dates/dates.ts';
import { now, useNow } from '../../lib/dates/now.ts';
import { isUnanswered } from '../../lib/errors/is-unanswered.ts';
import { preload } from '../../lib/errors/load-code.ts';
import { useClientValue } from '../../lib/use-client-value.ts';
import { attendanceCheck, attendingEmail } from './api.ts';
import classes from './attendance.module.css';
import { AttendingNotice } from './attending-notice.tsx';
import {
  type AttendanceState,
  attendanceState,
  type Confirmable,
  type ListedState,
  newerState,
  type OwnState,
  type Viewer,
} from './model.ts';
import { confirmedForOthers } from './remembered-attendances.ts';

interface Props {
  readonly activity: Attendable;
  readonly viewer: Viewer;
  /** The viewer's attendance in the list of its own, if the screen shows that. */
  readonly listed?: ListedState | undefined;
}

const loadNotice = () => import('./unsent-notice.tsx');
const UnsentNotice = lazy(() => loadNotice().then(module => ({ default: module.UnsentNotice })));

// Only for activities with places, companions or needs, or that ask again.
const OwnPlace = lazy(() => import('./own-place.tsx').then(module => ({ default: module.OwnPlace })));

// Only on the day.
const ArrivedNotice = lazy(() =>
  import('./arrived-notice.tsx').then(module => ({ default: module.ArrivedNotice })),
);

/** Starts the check before the button scrolls into view. */
const ROOT_MARGIN = '500px';

/** Joins or cancels an attendance, on a card. The check is sent when the button is near the viewport. */
export function AttendanceButton({ activity, viewer, listed }: Props) {
  const { ref: observed, entry } = useIntersection({ rootMargin: ROOT_MARGIN });
  const { own, state, checkedInAt } = useOwnAttendance(
    activity,
    viewer,
    entry?.isIntersecting ?? false,
    listed,
  );
  const isWaiting = state === 'waiting' || state === 'offered';
  const { ref: container, confirm, cancel, dialogs } = useAttendanceDialogs(activity, viewer, isWaiting);
  const ref = useMergedRef(observed, container);
  const isFull = activity.places.free === 0;

  if (state === null) return null;
  return (
    <div ref={ref} tabIndex={-1} className={classes.container}>
      {/* Admins can see a rejected or held activity, but they cannot join it. */}
      {state === 'join' &&
        activity.status !== 'rejected' &&
        !activity.isHeld &&
        (isFull && !activity.hasWaitingList ? (
          <p className={`centred soft ${classes.own}`}>Ya no hay cupos</p>
        ) : (
          <Button
            fullWidth
            leftSection={<IconHeartHandshake size={20} aria-hidden />}
            onClick={() => confirm()}
            {...confirmPreload}
          >
            {isFull ? 'Entrar a la lista de espera' : 'Asistir a actividad'}
          </Button>
        ))}
      {state === 'unsent' && (
        <Suspense>
          <UnsentNotice taskId={activity._id} viewer={viewer} />
        </Suspense>
      )}
      {state === 'arrived' && (
        <Suspense>
          <ArrivedNotice checkedInAt={checkedInAt} />
        </Suspense>
      )}
      {state === 'going' && <GoingControls activity={activity} viewer={viewer} onCancel={() => cancel()} />}
      {(isWaiting ||
        (state === 'going' && (activity.companionsMax > 0 || activity.hasNeeds || isUnanswered(own)))) && (
        <Suspense>
          <OwnPlace activity={activity} viewer={viewer} state={own} onLeave={() => cancel()} />
        </Suspense>
      )}
      <Others activity={activity} viewer={viewer} onUndo={cancel} />
      {state === 'own' && <p className={`centred soft ${classes.own}`}>La organizas tú</p>}
      {dialogs}
    </div>
  );
}

function GoingControls({ activity, viewer, onCancel }: Props & { readonly onCancel: () => void }) {
  return (
    <>
      <AttendingNotice hasPlace={activity.capacity !== null} />
      <Button fullWidth variant="default" onClick={onCancel} {...cancelPreload}>
        Cancelar Asistencia
      </Button>
      {viewer !== null && isAfterToday(activity.date, now()) && <ReminderLink taskId={activity._id} />}
    </>
  );
}

export const ReminderLink = ({ taskId }: { readonly taskId: string }) => (
  <Button
    fullWidth
    variant="subtle"
    leftSection={<IconBellPlus size={20} aria-hidden />}
    renderRoot={props => <Link to="/tasks/notificaciones" search={{ taskId }} {...props} />}
  >
    Configurar recordatorio
  </Button>
);

interface OthersProps {
  readonly activity: Pick<Activity, '_id' | 'date'>;
  readonly viewer: Viewer;
  readonly onUndo: (email: string) => void;
}

/** The other people for whom this account has confirmed here, each with a way to undo it, until the activity begins. */
export function Others({ activity, viewer, onUndo }: OthersProps) {
  const hasBegun = useNow(moment => hasStarted(activity, moment));
  const emails = useClientValue(
    viewer === null ? '' : confirmedForOthers(viewer.email, activity._id).join(' '),
    '',
  );
  if (emails === '' || hasBegun) return null;
  return (
    <ul className={classes.others} aria-label="También confirmaste para">
      {emails.split(' ').map(email => (
        <li key={email}>
          <span>
            Confirmaste para <bdi>{email}</bdi>
          </span>
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={`Deshacer: ${email}`}
            onClick={() => onUndo(email)}
            {...cancelPreload}
          >
            Deshacer
          </Button>
        </li>
      ))}
    </ul>
  );
}

export type Attendable = Confirmable &
  Pick<Activity, 'isOwner' | 'status' | 'isHeld'> &
  Partial<Pick<WholeActivity, 'chatUrl'>>;

/** The refetch interval of an attendance with a place, or waiting for one. */
const REFRESH_MS = 15_000;

interface Own {
  readonly own: OwnState;
  /** Null: the activity is past. */
  readonly state: AttendanceState | 'arrived' | null;
  readonly checkedInAt: string;
}

/** How the viewer's attendance of an activity stands. The check is sent once `isNear`. */
export function useOwnAttendance(
  activity: Attendable,
  viewer: Viewer,
  isNear: boolean,
  listed?: ListedState,
): Own {
  const isPast = useNow(moment => phaseOf(activity, moment) === 'past');
  const check = useQuery({
    ...attendanceCheck(activity, viewer),
    enabled: !isPast && !activity.isOwner && isNear,
    // A waiting attendee may get a place; the organiser may remove an attendee; the door checks in.
    refetchInterval: ({ state: { data } }) =>
      data?.status && activity.capacity !== null && !data.checkedInAt ? REFRESH_MS : false,
    refetchOnWindowFocus: ({ state: { data } }) => (data?.status ? 'always' : true),
  });
  const own = newerState(check.data, check.dataUpdatedAt, listed);
  const status = useClientValue<AttendanceStatus | 'unsent' | ''>(own.status ?? '', '') || null;
  const checkedInAt = useClientValue(own.checkedInAt ?? '', '');
  const current = useNow(moment => attendanceState(activity, status, moment));
  // The party is there: nothing is left to cancel or to change.
  const state = checkedInAt !== '' && current !== 'own' ? 'arrived' : current;
  return { own, state: isPast && current !== 'own' ? null : state, checkedInAt };
}

// The dialogs' chunks are preloaded on hover and focus.
const loadConfirm = () => import('./confirm-attendance-dialog.tsx');
const loadCancel = () => import('./cancel-attendance-dialog.tsx');
const ConfirmAttendanceDialog = lazy(() =>
  loadConfirm().then(module => ({ default: module.ConfirmAttendanceDialog })),
);
const CancelAttendanceDialog = lazy(() =>
  loadCancel().then(module => ({ default: module.CancelAttendanceDialog })),
);

const preloadsOf = (load: () => Promise<unknown>) => {
  const preloadNow = preload(load);
  return { onPointerEnter: preloadNow, onFocus: preloadNow };
};
/** The props of a button that opens a dialog. */
export const confirmPreload = preloadsOf(loadConfirm);
export const cancelPreload = preloadsOf(loadCancel);

interface Dialogs {
  /** Of the element with the buttons, which takes the focus if a dialog's opener is gone. */
  readonly ref: RefCallback<HTMLDivElement>;
  /** Opens the confirmation, with a need chosen. */
  readonly confirm: (needId?: string) => void;
  /** Opens the cancellation, by default of the viewer's own attendance. */
  readonly cancel: (email?: string) => void;
  readonly dialogs: ReactNode;
}

interface Result {
  /** Loads its code. */
  readonly load: () => Promise<unknown>;
  /** Called once the viewer has confirmed. */
  readonly show: () => void;
}

/**
 * The dialogs that confirm and cancel an attendance. The confirmation opens once `result.load` has loaded the code of its result, too: the
 * network may be lost while the form is filled.
 */
export function useAttendanceDialogs(
  activity: Attendable,
  viewer: Viewer,
  isWaiting: boolean,
  { load: loadResult, show: showResult }: Result = { load: loadNotice, show: () => {} },
): Dialogs {
  const container = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(container, useFocusRecovery(container));
  const confirmDialog = useLazyDialog(() => Promise.all([loadConfirm(), loadResult().catch(() => {})]));
  const cancelDialog = useLazyDialog(loadCancel);
  const [cancelEmail, setCancelEmail] = useState<string | null>(null);
  const [needId, setNeedId] = useState<string>();

  /** The button that opened the dialog has been replaced: the container takes the focus. */
  function close(dialog: typeof confirmDialog) {
    dialog.close();
    if (!container.current?.contains(document.activeElement)) container.current?.focus();
  }

  return {
    ref,
    confirm: chosen => {
      setNeedId(chosen);
      confirmDialog.open();
    },
    cancel: email => {
      setCancelEmail(email ?? attendingEmail(activity._id, viewer));
      cancelDialog.open();
    },
    dialogs: (
      <Suspense>
        {confirmDialog.isMounted && (
          <ConfirmAttendanceDialog
            activity={activity}
            viewer={viewer}
            needId={needId}
            loadResult={loadResult}
            isOpen={confirmDialog.isOpen}
            onClose={confirmDialog.close}
            onConfirmed={() => {
              close(confirmDialog);
              showResult();
            }}
          />
        )}
        {cancelDialog.isMounted && (
          <CancelAttendanceDialog
            activity={activity}
            viewer={viewer}
            email={cancelEmail}
            isWaiting={isWaiting}
            isOpen={cancelDialog.isOpen}
            onClose={() => close(cancelDialog)}
          />
        )}
      </Suspense>
    ),
  };
}

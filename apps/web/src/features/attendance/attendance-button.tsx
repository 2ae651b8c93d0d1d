import { Button } from '@mantine/core';
import { useIntersection, useMergedRef } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { phaseOf } from '@minga/contract/activity-phase';
import type { AttendanceStatus } from '@minga/contract/places';
import { IconBellPlus, IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
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
import { attendanceState, type Confirmable, type ListedState, newerState, type Viewer } from './model.ts';
import { confirmedForOthers } from './remembered-attendances.ts';

interface Props {
  readonly activity: Confirmable & Pick<Activity, 'isOwner' | 'status' | 'isHeld'>;
  readonly viewer: Viewer;
  /** The viewer's attendance in the list of its own, if the screen shows that. */
  readonly listed?: ListedState | undefined;
}

/** The refetch interval of an attendance with a place, or waiting for one. */
const REFRESH_MS = 15_000;

// The dialogs' chunks are preloaded on hover and focus.
const loadConfirm = () => import('./confirm-attendance-dialog.tsx');
const loadCancel = () => import('./cancel-attendance-dialog.tsx');
const preloadConfirm = preload(loadConfirm);
const preloadCancel = preload(loadCancel);
const ConfirmAttendanceDialog = lazy(() =>
  loadConfirm().then(module => ({ default: module.ConfirmAttendanceDialog })),
);
const CancelAttendanceDialog = lazy(() =>
  loadCancel().then(module => ({ default: module.CancelAttendanceDialog })),
);

const UnsentNotice = lazy(() =>
  import('./unsent-notice.tsx').then(module => ({ default: module.UnsentNotice })),
);

// Only for activities with places, companions or needs, or that ask again.
const OwnPlace = lazy(() => import('./own-place.tsx').then(module => ({ default: module.OwnPlace })));

// Only on the day.
const ArrivedNotice = lazy(() =>
  import('./arrived-notice.tsx').then(module => ({ default: module.ArrivedNotice })),
);

/** Starts the check before the button scrolls into view. */
const ROOT_MARGIN = '500px';

/** Joins or cancels an attendance. The check is sent when the button is near the viewport. */
export function AttendanceButton({ activity, viewer, listed }: Props) {
  const { ref: observed, entry } = useIntersection({ rootMargin: ROOT_MARGIN });
  const container = useRef<HTMLDivElement>(null);
  const focusRecovery = useFocusRecovery(container);
  const ref = useMergedRef(observed, container, focusRecovery);
  const confirmDialog = useLazyDialog(loadConfirm);
  const cancelDialog = useLazyDialog(loadCancel);
  const [cancelEmail, setCancelEmail] = useState<string | null>(null);
  const isPast = useNow(moment => phaseOf(activity, moment) === 'past');
  const isNear = entry?.isIntersecting ?? false;
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

  const isWaiting = state === 'waiting' || state === 'offered';
  const isFull = activity.places.free === 0;
  const others = useClientValue(
    viewer === null ? '' : confirmedForOthers(viewer.email, activity._id).join(' '),
    '',
  );

  function openCancelDialog(email = attendingEmail(activity._id, viewer)) {
    setCancelEmail(email);
    cancelDialog.open();
  }

  /** The button that opened the dialog may have been replaced; then the container takes the focus. */
  function closeAndRestoreFocus(dialog: typeof confirmDialog) {
    dialog.close();
    if (!container.current?.contains(document.activeElement)) container.current?.focus();
  }

  if (isPast && current !== 'own') return null;
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
            onClick={confirmDialog.open}
            onPointerEnter={preloadConfirm}
            onFocus={preloadConfirm}
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
      {state === 'going' && (
        <GoingControls activity={activity} viewer={viewer} onCancel={() => openCancelDialog()} />
      )}
      {(isWaiting ||
        (state === 'going' && (activity.companionsMax > 0 || activity.hasNeeds || isUnanswered(own)))) && (
        <Suspense>
          <OwnPlace activity={activity} viewer={viewer} state={own} onLeave={() => openCancelDialog()} />
        </Suspense>
      )}
      {others !== '' && current !== 'started' && (
        <ConfirmedForOthers emails={others.split(' ')} onUndo={openCancelDialog} />
      )}
      {state === 'own' && <p className={`centred soft ${classes.own}`}>La organizas tú</p>}
      <Suspense>
        {confirmDialog.isMounted && (
          <ConfirmAttendanceDialog
            activity={activity}
            viewer={viewer}
            isOpen={confirmDialog.isOpen}
            onClose={() => closeAndRestoreFocus(confirmDialog)}
            onConfirmed={() => closeAndRestoreFocus(confirmDialog)}
          />
        )}
        {cancelDialog.isMounted && (
          <CancelAttendanceDialog
            activity={activity}
            viewer={viewer}
            email={cancelEmail}
            isWaiting={isWaiting}
            isOpen={cancelDialog.isOpen}
            onClose={() => closeAndRestoreFocus(cancelDialog)}
          />
        )}
      </Suspense>
    </div>
  );
}

interface ConfirmedForOthersProps {
  readonly emails: readonly string[];
  readonly onUndo: (email: string) => void;
}

/** For whom else this account has confirmed here, each with a way to undo it. */
const ConfirmedForOthers = ({ emails, onUndo }: ConfirmedForOthersProps) => (
  <ul className={classes.others} aria-label="También confirmaste para">
    {emails.map(email => (
      <li key={email}>
        <span>
          Confirmaste para <bdi>{email}</bdi>
        </span>
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`Deshacer: ${email}`}
          onClick={() => onUndo(email)}
          onPointerEnter={preloadCancel}
          onFocus={preloadCancel}
        >
          Deshacer
        </Button>
      </li>
    ))}
  </ul>
);

function GoingControls({ activity, viewer, onCancel }: Props & { readonly onCancel: () => void }) {
  return (
    <>
      <AttendingNotice hasPlace={activity.capacity !== null} />
      <Button
        fullWidth
        variant="default"
        onClick={onCancel}
        onPointerEnter={preloadCancel}
        onFocus={preloadCancel}
      >
        Cancelar Asistencia
      </Button>
      {viewer !== null && isAfterToday(activity.date, now()) && (
        <Button
          fullWidth
          variant="subtle"
          leftSection={<IconBellPlus size={20} aria-hidden />}
          renderRoot={props => (
            <Link to="/tasks/notificaciones" search={{ taskId: activity._id }} {...props} />
          )}
        >
          Configurar recordatorio
        </Button>
      )}
    </>
  );
}

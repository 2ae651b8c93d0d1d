import { Button } from '@mantine/core';
import { useIntersection, useMergedRef } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { IconBellPlus, IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { useKeptFocus } from '../../../components/use-kept-focus.ts';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { isAfterToday } from '../../../lib/dates.ts';
import { now } from '../../../lib/now.ts';
import { attendanceCheck, emailOf } from '../api/attendance-check.ts';
import { attendanceState } from '../state.ts';
import type { Viewer } from '../viewer.ts';
import classes from './attendance-button.module.css';
import { Going } from './going.tsx';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'isOwner' | 'status'>;
  readonly viewer: Viewer;
}

// The dialogs' code comes while the pointer or the focus is on its way to the button.
const loadConfirm = () => import('./confirm-attendance-dialog.tsx');
const loadCancel = () => import('./cancel-attendance-dialog.tsx');
const ConfirmAttendanceDialog = lazy(() =>
  loadConfirm().then(module => ({ default: module.ConfirmAttendanceDialog })),
);
const CancelAttendanceDialog = lazy(() =>
  loadCancel().then(module => ({ default: module.CancelAttendanceDialog })),
);

/** Early enough that the answer is there when the button comes into view. */
const AHEAD = '300px';

/** What the viewer can do about coming: join, cancel, or nothing more. Asks the server when near the view. */
export function AttendanceButton({ activity, viewer }: Props) {
  const { ref: observed, entry } = useIntersection({ rootMargin: AHEAD });
  const place = useRef<HTMLDivElement>(null);
  const kept = useKeptFocus(place);
  const ref = useMergedRef(observed, place, kept);
  const joining = useLazyDialog();
  const leaving = useLazyDialog();
  const [leavingEmail, setLeavingEmail] = useState<string | null>(null);
  const isOpen = attendanceState(activity, false, now()) === 'join';
  const isNear = entry?.isIntersecting ?? false;
  const check = useQuery({ ...attendanceCheck(activity._id, viewer), enabled: isOpen && isNear });
  const state = attendanceState(activity, check.data ?? false, now());

  function leave() {
    setLeavingEmail(emailOf(activity._id, viewer));
    leaving.open();
  }

  /** The focus goes back to the button, or to its place where the button has become another one, or is about to (`kept`). */
  function closed(dialog: typeof joining) {
    dialog.close();
    if (!place.current?.contains(document.activeElement)) place.current?.focus();
  }

  if (state === 'past') return null;
  return (
    <div ref={ref} tabIndex={-1} className={classes.place}>
      {/* Admins look at what is rejected, but nobody takes part in it. */}
      {state === 'join' && activity.status !== 'rejected' && (
        <Button
          fullWidth
          leftSection={<IconHeartHandshake size={20} aria-hidden />}
          onClick={joining.open}
          onPointerEnter={loadConfirm}
          onFocus={loadConfirm}
        >
          Asistir a actividad
        </Button>
      )}
      {state === 'going' && (
        <>
          <Going />
          <Button
            fullWidth
            variant="default"
            onClick={leave}
            onPointerEnter={loadCancel}
            onFocus={loadCancel}
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
      )}
      {state === 'yours' && <p className={classes.yours}>La organizas tú</p>}
      <Suspense>
        {joining.isMounted && (
          <ConfirmAttendanceDialog
            activity={activity}
            viewer={viewer}
            isOpen={joining.isOpen}
            onClose={joining.close}
            onConfirmed={() => closed(joining)}
          />
        )}
        {leaving.isMounted && (
          <CancelAttendanceDialog
            activity={activity}
            viewer={viewer}
            email={leavingEmail}
            isOpen={leaving.isOpen}
            onClose={() => closed(leaving)}
          />
        )}
      </Suspense>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useIntersection, useMergedRef } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { IconCircleCheck, IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { attendanceCheck } from '../api/attendance-check.ts';
import { attendanceState } from '../state.ts';
import type { Viewer } from '../viewer.ts';
import classes from './attendance-button.module.css';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'isOwner'>;
  readonly viewer: Viewer;
}

// The dialog's code comes while the pointer or the focus is on its way to the button.
const loadDialog = () => import('./confirm-attendance-dialog.tsx');
const ConfirmAttendanceDialog = lazy(() =>
  loadDialog().then(module => ({ default: module.ConfirmAttendanceDialog })),
);

/** Early enough that the answer is there when the button comes into view. */
const AHEAD = '300px';

/** What the viewer can do about coming: join, see that one goes, or nothing more. Asks the server when near the view. */
export function AttendanceButton({ activity, viewer }: Props) {
  const { ref: observed, entry } = useIntersection({ rootMargin: AHEAD });
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(observed, place);
  const dialog = useLazyDialog();
  const isOpen = attendanceState(activity, false, new Date()) === 'join';
  const isNear = entry?.isIntersecting ?? false;
  const check = useQuery({ ...attendanceCheck(activity._id, viewer), enabled: isOpen && isNear });
  const state = attendanceState(activity, check.data ?? false, new Date());

  if (state === 'past') return null;
  return (
    // Takes the focus when the button that had it has become a statement.
    <div ref={ref} tabIndex={-1} className={classes.place}>
      {state === 'join' && (
        <Button
          fullWidth
          leftSection={<IconHeartHandshake size={20} aria-hidden />}
          onClick={dialog.open}
          onPointerEnter={loadDialog}
          onFocus={loadDialog}
        >
          Asistir a actividad
        </Button>
      )}
      {state === 'going' && (
        <p className={classes.going}>
          <IconCircleCheck size={22} aria-hidden />
          Vas a asistir
        </p>
      )}
      {state === 'yours' && <p className={classes.yours}>La organizas tú</p>}
      {dialog.isMounted && (
        <Suspense>
          <ConfirmAttendanceDialog
            activity={activity}
            viewer={viewer}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
            onConfirmed={() => {
              dialog.close();
              place.current?.focus();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

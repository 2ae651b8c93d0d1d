import { Button } from '@mantine/core';
import { useDisclosure, useInViewport, useMergedRef } from '@mantine/hooks';
import type { Activity } from '@minga/contract/activities';
import { IconCircleCheck, IconHeartHandshake } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { attendanceCheck } from '../api/attendance-check.ts';
import { attendanceState } from '../state.ts';
import type { Viewer } from '../viewer.ts';
import classes from './attendance-button.module.css';
import { ConfirmAttendanceDialog } from './confirm-attendance-dialog.tsx';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'date' | 'isOwner'>;
  readonly viewer: Viewer;
}

/** What the viewer can do about coming: join, see that one goes, or nothing more. Asks the server once in view. */
export function AttendanceButton({ activity, viewer }: Props) {
  const { ref: observed, inViewport } = useInViewport();
  const place = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(observed, place);
  const [isAsking, dialog] = useDisclosure(false);
  const isOpen = attendanceState(activity, false, new Date()) === 'join';
  const check = useQuery({ ...attendanceCheck(activity._id, viewer), enabled: isOpen && inViewport });
  const state = attendanceState(activity, check.data ?? false, new Date());

  if (state === 'past') return null;
  return (
    // Takes the focus when the button that had it has become a statement.
    <div ref={ref} tabIndex={-1} className={classes['place']}>
      {state === 'join' && (
        <Button fullWidth leftSection={<IconHeartHandshake size={20} aria-hidden />} onClick={dialog.open}>
          Asistir a actividad
        </Button>
      )}
      {state === 'going' && (
        <p className={classes['going']}>
          <IconCircleCheck size={22} aria-hidden />
          Vas a asistir
        </p>
      )}
      {state === 'yours' && <p className={classes['yours']}>La organizas tú</p>}
      {isOpen && (
        <ConfirmAttendanceDialog
          activity={activity}
          viewer={viewer}
          isOpen={isAsking}
          onClose={dialog.close}
          onConfirmed={() => {
            dialog.close();
            place.current?.focus();
          }}
        />
      )}
    </div>
  );
}

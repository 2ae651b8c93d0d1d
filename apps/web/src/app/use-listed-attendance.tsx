import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useUser } from '../features/accounts/session.ts';
import { AttendanceButton } from '../features/attendance/attendance-button.tsx';
import { ownAttendances } from '../lib/own-attendances.ts';

/**
 * Like `useAttendance`, for the activities that the user attends: the controls show the attendance of the list, which is available
 * offline too, until a newer response to their own check. Returns a stable function until the viewer or the list changes.
 */
export function useListedAttendance() {
  const user = useUser();
  const { data, dataUpdatedAt } = useQuery(ownAttendances);
  return useCallback(
    (activity: Activity) => {
      const row = data?.find(({ task }) => task._id === activity._id);
      const listed = row && { ...row, at: dataUpdatedAt };
      return <AttendanceButton activity={activity} viewer={user} listed={listed} />;
    },
    [user, data, dataUpdatedAt],
  );
}

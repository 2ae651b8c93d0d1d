import type { Activity } from '@minga/contract/activities';
import { useCallback } from 'react';
import { useUser } from '../features/accounts/api/session.ts';
import { AttendanceButton } from '../features/attendance/components/attendance-button.tsx';

/** What the viewer can do about coming to an activity; the same function until the viewer is another. */
export function useAttendance() {
  const user = useUser();
  return useCallback((activity: Activity) => <AttendanceButton activity={activity} viewer={user} />, [user]);
}

import type { Activity } from '@minga/contract/activities';
import { useCallback } from 'react';
import { useUser } from '../features/accounts/session/session.ts';
import { AttendanceButton } from '../features/attendance/attendance-button.tsx';

/** Renders an activity's attendance controls for the viewer. Returns a stable function until the viewer changes. */
export function useAttendance() {
  const user = useUser();
  return useCallback((activity: Activity) => <AttendanceButton activity={activity} viewer={user} />, [user]);
}

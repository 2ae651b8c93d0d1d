import type { Activity } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { OwnCodeButton } from '../features/attendance/own-code-button.tsx';
import { ownAttendances } from '../lib/own-attendances.ts';

/** Renders the button with the user's code for an activity, from the list that is available offline. Stable until the list changes. */
export function useOwnCode() {
  const { data } = useQuery(ownAttendances);
  return useCallback(
    (activity: Activity) => {
      const own = data?.find(({ task, code }) => task._id === activity._id && code);
      return own && <OwnCodeButton attendance={own} />;
    },
    [data],
  );
}

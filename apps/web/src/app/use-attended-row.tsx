import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconMessageHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useUser } from '../features/accounts/session/session.ts';
import { AttendanceButton } from '../features/attendance/attendance-button.tsx';
import { OwnCodeButton } from '../features/attendance/own-code-button.tsx';
import { askedFeedback } from '../features/feedback/api.ts';
import { isFeedbackTime } from '../features/feedback/feedback-time.ts';
import { ownAttendances } from '../lib/attendance/own-attendances.ts';
import { now } from '../lib/dates/now.ts';

/**
 * Renders the link to the question on the page of a past activity, for those to which the user came and of which the user has said
 * nothing yet. Returns a stable function until the list changes.
 */
export function useFeedbackLink() {
  const { data } = useQuery(ownAttendances);
  // Those of the last two weeks, of which there are few.
  const attended = (data ?? [])
    .filter(({ task, checkedInAt }) => checkedInAt !== null && isFeedbackTime(task, now()))
    .map(({ task }) => task._id);
  const asked = useQuery(askedFeedback([...new Set(attended)]));
  // Nothing is asked while it loads what was answered. Where that is unknown, for example offline, each activity is asked about.
  const ids = (asked.data ?? (asked.isError ? attended : [])).join(' ');
  return useCallback(
    (activity: Activity) => {
      const { _id: id } = activity;
      return (
        ids.split(' ').includes(id) && (
          <Button
            fullWidth
            leftSection={<IconMessageHeart size={20} aria-hidden />}
            renderRoot={props => <Link to="/actividades/$id" params={{ id }} {...props} />}
          >
            Contar cómo me fue
          </Button>
        )
      );
    },
    [ids],
  );
}

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

import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { IconMessageHeart } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCallback } from 'react';
import { isFeedbackTime } from '../features/feedback/feedback-time.ts';
import { now } from '../lib/now.ts';
import { ownAttendances } from '../lib/own-attendances.ts';

/**
 * Renders the link to the question on the page of a past activity, for those to which the user came. Returns a stable function until
 * the list changes.
 */
export function useFeedbackLink() {
  const { data } = useQuery(ownAttendances);
  return useCallback(
    (activity: Activity) => {
      const { _id: id } = activity;
      const hasCome = data?.some(({ task, checkedInAt }) => task._id === id && checkedInAt !== null) ?? false;
      return (
        hasCome &&
        isFeedbackTime(activity, now()) && (
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
    [data],
  );
}

import type { Activity } from '@minga/contract/activities';
import { lazy, Suspense } from 'react';
import { useUser } from '../features/accounts/session/session.ts';
import { isFeedbackTime } from '../features/feedback/feedback-time.ts';
import { now } from '../lib/dates/now.ts';
import { useClientValue } from '../lib/use-client-value.ts';

// Only after activities.
const FeedbackQuestion = lazy(() =>
  import('../features/feedback/feedback-question.tsx').then(module => ({
    default: module.FeedbackQuestion,
  })),
);

/** After an activity the question how it was, for accounts that came. The server does not render it. */
export function OwnFeedback({ activity }: { readonly activity: Activity }) {
  const isPossible = useUser() !== null && !activity.isOwner && isFeedbackTime(activity, now());
  return (
    useClientValue(isPossible, false) && (
      <Suspense>
        <FeedbackQuestion taskId={activity._id} token={null} />
      </Suspense>
    )
  );
}

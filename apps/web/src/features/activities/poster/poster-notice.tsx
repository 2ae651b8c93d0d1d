import type { Activity, WholeActivity } from '@minga/contract/activities';
import { lazy, Suspense } from 'react';

const StalePoster = lazy(() =>
  import('./poster-dialog.tsx').then(module => ({ default: module.StalePoster })),
);

/** Tells organisers that what hangs is out of date; nothing for most activities. */
export const PosterNotice = ({ activity }: { readonly activity: Activity | WholeActivity }) =>
  'poster' in activity && activity.poster?.isStale ? (
    <Suspense>
      <StalePoster activityId={activity._id} />
    </Suspense>
  ) : null;

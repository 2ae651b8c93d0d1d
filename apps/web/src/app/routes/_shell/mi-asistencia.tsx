import { phaseOf } from '@minga/contract/activity-phase';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { REFUSAL_TOKEN } from '@minga/contract/refusal-link';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createFileRoute, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { TitledSection } from '../../../components/page/titled-section.tsx';
import { oneActivity } from '../../../features/activities/api.ts';
import { PersonalAttendanceView } from '../../../features/attendance/personal/personal-attendance-view.tsx';
import { rememberedIds } from '../../../features/attendance/remembered-attendances.ts';
import { isFeedbackTime } from '../../../features/feedback/feedback-time.ts';
import { OwnCertificate } from '../../../features/hours/certificate-button.tsx';
import { now } from '../../../lib/dates/now.ts';
import { whenText } from '../../../lib/dates/when-text.ts';
import { safeLocalStorage } from '../../../lib/storage/safe-storage.ts';
import { linkTokenSearch, takeLinkToken } from '../../link-token.ts';

// Only after activities.
const FeedbackQuestion = lazy(() =>
  import('../../../features/feedback/feedback-question.tsx').then(module => ({
    default: module.FeedbackQuestion,
  })),
);

const WhatNext = lazy(() =>
  import('../../../features/activities/activity/what-next.tsx').then(module => ({
    default: module.WhatNext,
  })),
);

const RefuseAdditionView = lazy(() =>
  import('../../../features/attendance/refuse-addition-view.tsx').then(module => ({
    default: module.RefuseAdditionView,
  })),
);

// Only after the page of a place has asked for this link.
const PlaceLink = lazy(() =>
  import('../../../features/attendance/self/remembered-place.tsx').then(module => ({
    default: module.PlaceLink,
  })),
);

export const Route = createFileRoute('/_shell/mi-asistencia')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/mi-asistencia', search.token, location) }),
  component: PersonalAttendancePage,
});

function PersonalAttendancePage() {
  const { token } = Route.useRouteContext();
  if (token?.startsWith(REFUSAL_TOKEN))
    return (
      <SplitPage seed="correos">
        <Suspense>
          <RefuseAdditionView key={token} token={token.slice(REFUSAL_TOKEN.length)} />
        </Suspense>
      </SplitPage>
    );
  return (
    <SplitPage seed="asistencia" isDense>
      {/* The key resets the state for another link. */}
      <PersonalAttendanceView
        key={token}
        token={token}
        afterwards={showAfterwards}
        remembered={<RememberedAttendances />}
      />
    </SplitPage>
  );
}

const REMEMBERED_MAX = 5;

const rememberedActivities = queryOptions({
  queryKey: ['remembered'],
  queryFn: async ({ client }) => {
    const ids = rememberedIds().slice(-REMEMBERED_MAX);
    const found = await Promise.allSettled(ids.map(id => client.ensureQueryData(oneActivity(id))));
    return found
      .flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
      .filter(activity => phaseOf(activity, now()) !== 'past')
      .toSorted((one, other) => one.date.localeCompare(other.date));
  },
});

/** Links to the next activities that this browser's visitor attends: their pages show the code. */
function RememberedAttendances() {
  const { data: upcoming = [] } = useQuery(rememberedActivities);
  if (upcoming.length === 0) return null;
  return (
    <TitledSection title="En este dispositivo">
      <ul className="stack">
        {upcoming.map(activity => (
          <li key={activity._id}>
            <Link to="/actividades/$id" params={{ id: activity._id }} className="link target strong">
              {activity.title}
            </Link>
            <p className="soft">{[whenText(activity, now()), activity.place].filter(Boolean).join(' · ')}</p>
          </li>
        ))}
      </ul>
    </TitledSection>
  );
}

const showAfterwards = (
  { _id, taskId, task, hours, checkedInAt, isPublic, dates }: PersonalAttendance,
  token: string,
) => (
  <>
    {checkedInAt === null && safeLocalStorage.get('minga.place')?.includes(taskId) && (
      <Suspense>
        <PlaceLink taskId={taskId} token={token} />
      </Suspense>
    )}
    <OwnCertificate attendanceId={_id} hours={hours} token={token} />
    {isPublic && checkedInAt !== null && isFeedbackTime(task, now()) && (
      <Suspense>
        <FeedbackQuestion taskId={taskId} token={token} />
      </Suspense>
    )}
    {isPublic && phaseOf(task, now()) === 'past' && (
      <Suspense>
        <WhatNext activityId={taskId} hasNextDate={dates.length < 2} />
      </Suspense>
    )}
  </>
);

import { phaseOf } from '@minga/contract/activity-phase';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { PersonalAttendanceView } from '../../../features/attendance/personal/personal-attendance-view.tsx';
import { isFeedbackTime } from '../../../features/feedback/feedback-time.ts';
import { OwnCertificate } from '../../../features/hours/certificate-button.tsx';
import { now } from '../../../lib/dates/now.ts';
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

export const Route = createFileRoute('/_shell/mi-asistencia')({
  validateSearch: linkTokenSearch,
  beforeLoad: ({ search, location }) => ({ token: takeLinkToken('/mi-asistencia', search.token, location) }),
  component: PersonalAttendancePage,
});

function PersonalAttendancePage() {
  const { token } = Route.useRouteContext();
  return (
    <SplitPage seed="asistencia" isDense>
      {/* The key resets the state for another link. */}
      <PersonalAttendanceView key={token} token={token} afterwards={showAfterwards} />
    </SplitPage>
  );
}

const showAfterwards = (
  { _id, taskId, task, hours, checkedInAt, isPublic, dates }: PersonalAttendance,
  token: string,
) => (
  <>
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

import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../../../components/page/page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { ActivityView } from '../../../features/activities/activity/activity-view.tsx';
import {
  PlainConfirmation,
  PlainConfirmationLink,
} from '../../../features/attendance/plain-confirmation.tsx';
import { ReportButton } from '../../../features/reports/report-button.tsx';
import { LazyMemoryView } from '../../lazy-memory-view.ts';
import { OwnFeedback } from '../../own-feedback.tsx';
import { useAttendance } from '../../use-attendance.tsx';

// Only for organisers.
const OwnDeletion = lazy(() =>
  import('../../own-deletion.tsx').then(module => ({ default: module.OwnDeletion })),
);

export const Route = createFileRoute('/_shell/actividades/$id')({ component: ActivityPage });

function ActivityPage() {
  const { id } = Route.useParams();
  const attendance = useAttendance();
  const isSignedIn = useUser() !== null;
  return (
    <Page width="wide">
      <noscript>{import.meta.env.SSR && <PlainConfirmationLink />}</noscript>
      <ActivityView
        id={id}
        attendance={activity => (
          <>
            {attendance(activity)}
            <OwnFeedback key={activity._id} activity={activity} />
          </>
        )}
        deletion={activity => (
          <Suspense>
            <OwnDeletion activity={activity} />
          </Suspense>
        )}
        memory={activity =>
          activity.memory ? (
            <Suspense>
              <LazyMemoryView
                activity={activity}
                memory={activity.memory}
                report={
                  !activity.canManage && (
                    <ReportButton
                      target={{ type: 'memory', id: activity._id }}
                      label="Reportar lo que hicieron"
                      isSignedIn={isSignedIn}
                    />
                  )
                }
              />
            </Suspense>
          ) : null
        }
        report={activity =>
          !activity.canManage && (
            <ReportButton target={{ type: 'activity', id: activity._id }} isSignedIn={isSignedIn} />
          )
        }
      />
      <noscript>{import.meta.env.SSR && <PlainConfirmation />}</noscript>
    </Page>
  );
}

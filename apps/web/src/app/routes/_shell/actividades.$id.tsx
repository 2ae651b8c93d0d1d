import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../../../components/page/page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { ActivityView } from '../../../features/activities/activity/activity-view.tsx';
import { VisitorPoster } from '../../../features/activities/poster/poster-button.tsx';
import { ActivityAttendance } from '../../../features/attendance/activity-attendance.tsx';
import {
  PlainConfirmation,
  PlainConfirmationLink,
} from '../../../features/attendance/plain-confirmation.tsx';
import { ReportButton } from '../../../features/reports/report-button.tsx';
import { LazyMemoryView } from '../../lazy-memory-view.ts';
import { OwnFeedback } from '../../own-feedback.tsx';

// Only for organisers.
const OwnStrip = lazy(() => import('../../own-strip.tsx').then(module => ({ default: module.OwnStrip })));
export const Route = createFileRoute('/_shell/actividades/$id')({ component: ActivityPage });

function ActivityPage() {
  const { id } = Route.useParams();
  const user = useUser();
  const isSignedIn = user !== null;
  return (
    <Page width="wide">
      <noscript>{import.meta.env.SSR && <PlainConfirmationLink />}</noscript>
      <ActivityView
        id={id}
        attendance={(activity, page) => (
          <ActivityAttendance key={activity._id} activity={activity} viewer={user}>
            {page}
          </ActivityAttendance>
        )}
        question={activity => <OwnFeedback key={activity._id} activity={activity} />}
        strip={activity => <OwnStrip activity={activity} />}
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
            <>
              <VisitorPoster activity={activity} />
              <ReportButton target={{ type: 'activity', id: activity._id }} isSignedIn={isSignedIn} />
            </>
          )
        }
      />
      <noscript>{import.meta.env.SSR && <PlainConfirmation />}</noscript>
    </Page>
  );
}

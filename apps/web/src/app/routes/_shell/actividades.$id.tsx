import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Page } from '../../../components/page.tsx';
import { ActivityView } from '../../../features/activities/components/activity-view.tsx';
import { LazyMemoryView } from '../../lazy-memory-view.ts';
import { useAttendance } from '../../use-attendance.tsx';

export const Route = createFileRoute('/_shell/actividades/$id')({ component: ActivityPage });

function ActivityPage() {
  const { id } = Route.useParams();
  return (
    <Page width="wide">
      <ActivityView
        id={id}
        attendance={useAttendance()}
        memory={activity =>
          activity.memory ? (
            <Suspense>
              <LazyMemoryView activity={activity} memory={activity.memory} />
            </Suspense>
          ) : null
        }
      />
    </Page>
  );
}

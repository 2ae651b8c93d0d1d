import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../components/page/page.tsx';
import { useUser } from '../../../features/accounts/session/session.ts';
import { CollectiveActivities } from '../../../features/activities/catalogue/collective-activities.tsx';
import { CollectiveView } from '../../../features/collectives/collective-view.tsx';
import { ReportButton } from '../../../features/reports/report-button.tsx';
import { useGoingMark } from '../../use-going-mark.tsx';

export const Route = createFileRoute('/_shell/colectivos/$slug')({ component: CollectivePage });

function CollectivePage() {
  const { slug } = Route.useParams();
  const isSignedIn = useUser() !== null;
  return (
    <Page width="wide">
      <CollectiveView
        key={slug}
        slug={slug}
        isSignedIn={isSignedIn}
        report={({ _id, myRole }) =>
          myRole === null && <ReportButton target={{ type: 'collective', id: _id }} isSignedIn={isSignedIn} />
        }
        activities={<CollectiveActivities slug={slug} mark={useGoingMark()} />}
      />
    </Page>
  );
}

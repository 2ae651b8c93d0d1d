import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { SplitPage } from '../../../components/page/split-page.tsx';
import { sessionQuery } from '../../../features/accounts/session/session.ts';
import { ArrivalView } from '../../../features/attendance/arrival-view.tsx';

export const Route = createFileRoute('/_shell/llegada/$code')({ component: ArrivalPage });

function ArrivalPage() {
  const { code } = Route.useParams();
  const { data: viewer, isPending } = useQuery(sessionQuery);
  return (
    <SplitPage seed="llegada">
      {/* The key resets the state for another code. Without a response about the session the code is shown. */}
      <ArrivalView key={code} code={code} viewer={isPending ? undefined : (viewer ?? null)} />
    </SplitPage>
  );
}

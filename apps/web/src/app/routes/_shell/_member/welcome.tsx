import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Page } from '../../../../components/page/page.tsx';
import { useUser } from '../../../../features/accounts/session/session.ts';
import { Welcome } from '../../../../features/accounts/welcome.tsx';

export const Route = createFileRoute('/_shell/_member/welcome')({ component: WelcomePage });

// The greeting does not wait for it.
const AttendingLine = lazy(() =>
  import('../../../../features/activities/own/attending-line.tsx').then(module => ({
    default: module.AttendingLine,
  })),
);

function WelcomePage() {
  const user = useUser();
  return (
    <Page width="wide">
      {user && (
        <Welcome user={user}>
          {/* What was confirmed with the e-mail before the account existed. */}
          <Suspense>
            <AttendingLine />
          </Suspense>
        </Welcome>
      )}
    </Page>
  );
}

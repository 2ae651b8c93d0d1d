import { createFileRoute } from '@tanstack/react-router';
import { Page } from '../../../../components/page/page.tsx';
import { SessionGate } from '../../../../features/accounts/session/session-gate.tsx';
import { Dashboard } from '../../../../features/administration/dashboard.tsx';
import { type DashboardSearch, dashboardSearchIn } from '../../../../features/administration/search.ts';

export const Route = createFileRoute('/_shell/_member/admin-dashboard')({
  // Part of the main chunk, so it only types the parameters; the dashboard's chunk validates them.
  validateSearch: (search: Record<string, unknown>) => search as DashboardSearch,
  component: DashboardPage,
});

function DashboardPage() {
  const search = Route.useSearch({ select: dashboardSearchIn });
  const navigate = Route.useNavigate();
  return (
    <SessionGate roles={['admin', 'superadmin']}>
      {user => (
        <Page width="wide">
          <Dashboard
            user={user}
            search={search}
            onSearch={(next, options) =>
              navigate({ search: dashboardSearchIn({ ...next }), resetScroll: false, ...options })
            }
          />
        </Page>
      )}
    </SessionGate>
  );
}

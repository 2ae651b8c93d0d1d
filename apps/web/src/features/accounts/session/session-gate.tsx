import type { Role, User } from '@minga/contract/session';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ErrorPanel } from '../../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { returnSearch } from './return-path.ts';
import { sessionQuery } from './session.ts';
import { hasSignedOut } from './signed-out.ts';

interface Props {
  /** The roles that may enter; every signed-in user if omitted. */
  roles?: readonly Role[];
  children: (user: User) => ReactNode;
}

/** The route guard (docs/rules.md R2.12): to /login without a session, to /tasks for a role not listed. */
export function SessionGate({ roles, children }: Props) {
  const session = useQuery(sessionQuery);

  if (session.data === undefined) {
    if (session.isError)
      return <ErrorPanel isWholePage error={session.error} retry={() => void session.refetch()} />;
    return (
      <>
        {/* Every page needs a level-1 heading, also while it is loading. */}
        <h1 className="unseen">Un momento</h1>
        <LoadingStatus text="Cargando sesión..." />
      </>
    );
  }
  if (session.data === null) return <RedirectToLogin />;
  if (roles && !roles.includes(session.data.role)) return <Navigate to="/tasks" replace />;
  return children(session.data);
}

/**
 * Captures the return path on the first render: during the redirect the location is already /login. After a sign-out no
 * return path is set.
 */
function RedirectToLogin() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [search] = useState(() =>
    hasSignedOut(queryClient) ? {} : returnSearch(router.state.location.href),
  );
  // The form with unsaved changes is already unmounted, so its navigation blocker must not run.
  return <Navigate to="/login" search={search} replace ignoreBlocker />;
}

import { VisuallyHidden } from '@mantine/core';
import type { Role, User } from '@minga/contract/accounts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { FaultPanel } from '../../../components/fault-panel.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { sessionQuery } from '../api/session.ts';
import { returnSearch } from '../return-path.ts';
import { hasSignedOut } from '../signed-out.ts';

interface Props {
  /** Who may; left out: everybody with a session. */
  roles?: readonly Role[];
  children: (user: User) => ReactNode;
}

/** The route guard of spec 000 section 2: to /login without a session, to /tasks for a role not listed. */
export function SessionGate({ roles, children }: Props) {
  const session = useQuery(sessionQuery);

  if (session.data === undefined) {
    if (session.isError)
      return <FaultPanel isWholePage error={session.error} retry={() => void session.refetch()} />;
    return (
      <>
        {/* It stands in the place of a page. */}
        <VisuallyHidden component="h1">Un momento</VisuallyHidden>
        <LoadingStatus text="Cargando sesión..." />
      </>
    );
  }
  if (session.data === null) return <ToLogin />;
  if (roles && !roles.includes(session.data.role)) return <Navigate to="/tasks" replace />;
  return children(session.data);
}

/**
 * The wanted path is the one at which the session was missed: on the way to /login the address is already another. Who
 * signed out wants nothing more of it.
 */
function ToLogin() {
  const router = useRouter();
  const queryClient = useQueryClient();
  const [search] = useState(() =>
    hasSignedOut(queryClient) ? {} : returnSearch(router.state.location.href),
  );
  // A form with unsaved changes would ask first, but it is gone from the page already.
  return <Navigate to="/login" search={search} replace ignoreBlocker />;
}

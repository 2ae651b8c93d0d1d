import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { cachedEmail, cacheIdentity, clearCachedIdentity } from '../../features/accounts/cached-identity.ts';
import { sessionQuery } from '../../features/accounts/session.ts';
import { hasSignedOut } from '../../features/accounts/signed-out.ts';
import { forgetAttendances, forgetUnsent } from '../../features/attendance/remembered-attendances.ts';
import { removePendingOfOthers } from '../../features/notifications/bell.ts';

/** Stores the session's identity in this browser; clears it without a session or when the check fails. */
export function useCachedIdentity(): void {
  const queryClient = useQueryClient();
  const { data: user, isError } = useQuery(sessionQuery);
  useEffect(() => {
    if (user) {
      cacheIdentity(user);
      removePendingOfOthers(user._id);
    } else if (isError || user === null) {
      // A visitor, who was not signed in, keeps the lists.
      if (cachedEmail() !== null) forgetAttendances();
      clearCachedIdentity();
      if (hasSignedOut(queryClient)) forgetUnsent();
      // After a failed check the pending changes may still be the user's.
      if (user === null) removePendingOfOthers();
    }
  }, [user, isError, queryClient]);
}

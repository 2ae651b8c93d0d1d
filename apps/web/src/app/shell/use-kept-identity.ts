import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '../../features/accounts/api/session.ts';
import { cachedEmail, cacheIdentity, clearCachedIdentity } from '../../features/accounts/cached-identity.ts';
import { forgetAttendances } from '../../features/attendance/remembered-attendances.ts';
import { forgetCopies } from '../../features/notifications/stored-copy.ts';

/** Keeps what this browser remembers in step with the session; without one, or when it cannot be checked, it forgets. */
export function useKeptIdentity(): void {
  const { data: user, isError } = useQuery(sessionQuery);
  useEffect(() => {
    if (user) {
      cacheIdentity(user);
      forgetCopies(user._id);
    } else if (isError || user === null) {
      const account = cachedEmail();
      if (account !== null) forgetAttendances(account);
      clearCachedIdentity();
      // A check that failed says nothing about whose the notifications are.
      if (user === null) forgetCopies();
    }
  }, [user, isError]);
}

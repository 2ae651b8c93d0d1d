import { useQuery } from '@tanstack/react-query';
import { useClientValue } from '../../../lib/use-client-value.ts';
import { sessionQuery } from './session.ts';
import { isSessionMarked } from './session-mark.ts';

/** Whether this tab's session ended without a sign-out; false while the session is loading. */
export function useSessionLost(): boolean {
  const { data } = useQuery(sessionQuery);
  return useClientValue(data === null && isSessionMarked(), false);
}

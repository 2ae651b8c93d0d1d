import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './session.ts';
import { isSessionMarked } from './session-mark.ts';

/** Whether this tab's session ended without a sign-out; false while the session is loading. */
export const useSessionLost = (): boolean => useQuery(sessionQuery).data === null && isSessionMarked();

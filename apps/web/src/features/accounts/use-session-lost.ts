import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from './api/session.ts';
import { isSessionMarked } from './session-mark.ts';

/** Is nobody signed in, though somebody was in this tab who did not sign out? Not while it is not known yet. */
export const useSessionLost = (): boolean => useQuery(sessionQuery).data === null && isSessionMarked();

import { requestPasswordReset, resetPassword } from '@minga/contract/accounts';
import type { BodyInput } from '@minga/contract/endpoint';
import {
  changePassword,
  endSession as endOneSession,
  endOtherSessions,
  listSessions,
} from '@minga/contract/profile';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ignoreNotFound } from '../../lib/errors/ignore-not-found.ts';
import { call } from '../../lib/server/api.ts';
import { query, useAction } from '../../lib/server/queries.ts';
import { endSession, sessionQuery } from './session/session.ts';

/** The user's open sessions, most recently used first. */
export const sessionsQuery = query(listSessions);

/** The server also ends every other session of the user. */
export const useChangePassword = () =>
  useAction((body: BodyInput<typeof changePassword>) => call(changePassword, { body }), {
    refreshes: [sessionsQuery.queryKey],
    isAwaited: true,
  });

export const useRequestPasswordReset = () =>
  useMutation({ mutationFn: (email: string) => call(requestPasswordReset, { body: { email } }) });

/** Sets a new password with the token of a mailed link. The server ends every session of that account. */
export function useResetPassword() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }),
    onSuccess: () => {
      endSession(queryClient);
      // The link may belong to another account than the signed-in one, whose session is still valid.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

/** Ends another session of the user. A 404 counts as success: the session has already ended. */
export function useEndOneSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => ignoreNotFound(call(endOneSession, { params: { id } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
}

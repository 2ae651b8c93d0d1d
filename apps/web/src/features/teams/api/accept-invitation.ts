import { acceptInvitation } from '@minga/contract/teams';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { activitiesKey } from '../../../lib/activities-key.ts';
import { ApiError, call } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { teamsKey } from '../team.ts';

/** Accepts an invitation with the session's account. Rejects with `WRONG_ACCOUNT` if it went to another address. */
export function useAcceptInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(acceptInvitation, { body: { token } }),
    // What the user may see and do has changed.
    onSuccess: () =>
      Promise.all(
        [collectivesKey, activitiesKey, teamsKey].map(queryKey =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

/** The invitation went to another address; its link stays good. */
export const isOtherAccount = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'WRONG_ACCOUNT';

import {
  declineFeedback,
  giveFeedback,
  type NewFeedback,
  readFeedback,
  readOwnFeedback,
} from '@minga/contract/feedback';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/server/api.ts';
import { query } from '../../lib/server/queries.ts';

/** The attendees' feedback on an activity, for its organisers. */
export const activityFeedback = (taskId: string) => query(readFeedback, { params: { taskId } });

/** Whose feedback it is: that of a personal link, or without one the session's. */
export interface Bearer {
  readonly taskId: string;
  readonly token: string | null;
}

const inputOf = ({ taskId, token }: Bearer) => ({
  params: { taskId },
  body: token === null ? {} : { token },
});

/** The bearer's feedback on an activity, and whether it can give feedback. */
export const ownFeedback = (bearer: Bearer) => query(readOwnFeedback, inputOf(bearer));

const ASKED = 'asked-feedback';

/** The activities among `taskIds` of which the signed-in user has said nothing yet, and has not declined to. */
export const askedFeedback = (taskIds: readonly string[]) =>
  queryOptions({
    queryKey: [ASKED, taskIds],
    queryFn: async ({ client }) => {
      const said = await Promise.all(
        taskIds.map(taskId => client.fetchQuery(ownFeedback({ taskId, token: null }))),
      );
      return taskIds.filter((_, index) => said[index]?.feedback === null && !said[index]?.isDeclined);
    },
    enabled: taskIds.length > 0,
  });

/** Called when the user has said how an activity was, or declined to. */
const forgetAskedFeedback = (queryClient: QueryClient) => queryClient.removeQueries({ queryKey: [ASKED] });

/** Says how an activity was, or changes what was said. */
export function useGiveFeedback(bearer: Bearer) {
  const queryClient = useQueryClient();
  const { params, body } = inputOf(bearer);
  return useMutation({
    mutationFn: (given: NewFeedback) => call(giveFeedback, { params, body: { ...given, ...body } }),
    onSuccess: (_nothing, given) => {
      queryClient.setQueryData(ownFeedback(bearer).queryKey, { canAnswer: true, feedback: given });
      forgetAskedFeedback(queryClient);
    },
  });
}

/** Stores that the bearer is not to be asked any more; the bearer can still say how it was. */
export function useDeclineFeedback(bearer: Bearer) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(declineFeedback, inputOf(bearer)),
    onSuccess: () => {
      queryClient.setQueryData(ownFeedback(bearer).queryKey, {
        canAnswer: true,
        feedback: null,
        isDeclined: true,
      });
      forgetAskedFeedback(queryClient);
    },
  });
}

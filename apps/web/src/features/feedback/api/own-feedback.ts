import { readOwnFeedback } from '@minga/contract/feedback';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Whose feedback it is: that of a personal link, or without one the session's. */
export interface Bearer {
  readonly taskId: string;
  readonly token: string | null;
}

export const proofOf = ({ token }: Bearer) => (token === null ? {} : { token });

/** The bearer's feedback on an activity, and whether it can give feedback. */
export const ownFeedback = (bearer: Bearer) =>
  queryOptions({
    queryKey: ['own-feedback', bearer.taskId, bearer.token],
    queryFn: ({ signal }) =>
      call(readOwnFeedback, { params: { taskId: bearer.taskId }, body: proofOf(bearer), signal }),
  });

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
export const forgetAskedFeedback = (queryClient: QueryClient) =>
  queryClient.removeQueries({ queryKey: [ASKED] });

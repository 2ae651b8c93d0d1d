import { readOwnFeedback } from '@minga/contract/feedback';
import { queryOptions } from '@tanstack/react-query';
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

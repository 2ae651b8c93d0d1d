import { listParticipants } from '@minga/contract/attendance';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { joined, nextOffset } from '../../../lib/pages.ts';

/** A quick first screen; who goes on wants the whole list, and it in few calls. */
export const FIRST_PAGE = 100;
const NEXT_PAGE = 250;

/** Who comes to one's own activity, page by page, in the order of confirmation. 403 and 404 when it is not, or no longer. */
export const participantsOf = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: ['participants', taskId],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listParticipants, {
        params: { taskId },
        query: { limit: offset === 0 ? FIRST_PAGE : NEXT_PAGE, offset },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: joined,
  });

/**
 * The list of this activity has changed, here or elsewhere (the live event `asistentes_actualizados`): asks for it anew
 * where it is on the screen, else at its next visit. What is shown stays until the answer is there.
 */
export const refreshParticipants = (queryClient: QueryClient, taskId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: participantsOf(taskId).queryKey });

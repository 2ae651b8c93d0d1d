import { type Attendance, listParticipants } from '@minga/contract/attendance';
import { LIST_LIMIT } from '@minga/contract/endpoint';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { joined, nextOffset } from '../../../lib/pages.ts';
import { type ParticipantPages, withParticipants } from '../participant-pages.ts';

/** A quick first screen; who goes on wants the whole list, and it in few calls. */
export const FIRST_PAGE = 100;
/** So many pages are asked for anew without a second thought. */
const FRESH_PAGES_MAX = 2;

const KEY = 'participants';

/** Who comes to one's own activity, page by page, in the order of confirmation. 403 and 404 when it is not, or no longer. */
export const participantsOf = (taskId: string) =>
  infiniteQueryOptions({
    queryKey: [KEY, taskId],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listParticipants, {
        params: { taskId },
        query: { limit: offset === 0 ? FIRST_PAGE : LIST_LIMIT, offset },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: joined,
  });

/**
 * The list of this activity has changed, here or elsewhere (the live event `asistentes_actualizados`): asks for it anew
 * where it is on the screen, else at its next visit. What is shown stays until the answer is there. Of a long list only
 * its end is asked for where somebody has merely come.
 */
export async function refreshParticipants(queryClient: QueryClient, taskId: string): Promise<void> {
  const { queryKey } = participantsOf(taskId);
  const data = queryClient.getQueryData(queryKey);
  const longer = data && data.pages.length > FRESH_PAGES_MAX ? await withNewest(taskId, data) : null;
  if (longer !== null && queryClient.getQueryData(queryKey) === data) {
    queryClient.setQueryData(queryKey, longer);
    return;
  }
  await queryClient.invalidateQueries({ queryKey });
}

/** All else that is known may be out of date, too: an activity is gone with what was known of it. */
export const refreshOthers = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== KEY });

/** The list with who has come since; null when more has happened to it: its last one stands elsewhere then, or nobody is new. */
async function withNewest(taskId: string, data: ParticipantPages): Promise<ParticipantPages | null> {
  const { rows: known, total } = joined(data);
  const isWhole = nextOffset(data.pages.at(-1) ?? { rows: [], total: 0 }, data.pages) === undefined;
  const query = { limit: isWhole ? LIST_LIMIT : 1, offset: known.length - 1 };
  const end = await callList(listParticipants, { params: { taskId }, query }).catch(() => null);
  const [last, ...added]: Attendance[] = end?.rows ?? [];
  const isSame = last?._id === known.at(-1)?._id;
  return end !== null && isSame && end.total > total ? withParticipants(data, added, end.total) : null;
}

import { listSessions } from '@minga/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** Where one is signed in, the session used last first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callList(listSessions, { signal }),
  select: ({ rows }) => rows,
});

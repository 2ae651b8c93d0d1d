import { listSessions } from '@minga/contract/profile';
import { queryOptions } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';

/** The user's open sessions, most recently used first. */
export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => callList(listSessions, { signal }),
  select: ({ rows }) => rows,
});

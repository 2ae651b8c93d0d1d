import { searchActivities } from '@minga/contract/activities';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { activitiesKey } from './activities-key.ts';
import { joined, nextOffset, PAGE_SIZE } from './paged.ts';

/** The public catalogue: what is to come and matches `words`, page by page. Earlier results stay while new ones load. */
export const catalogue = (words: string) =>
  infiniteQueryOptions({
    queryKey: [...activitiesKey, 'catalogue', words],
    queryFn: ({ pageParam, signal }) =>
      callList(searchActivities, {
        query: { q: words, date: 'proximas', limit: PAGE_SIZE, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: joined,
    placeholderData: keepPreviousData,
  });

import { listCollectives } from '@minga/contract/collectives';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { callList } from '../../../lib/api.ts';
import { collectivesKey } from '../../../lib/collectives-key.ts';
import { mergePages, nextOffset } from '../../../lib/pages.ts';

export const PAGE_SIZE = 24;

/** The public collectives that match the words, paged; all without words. The previous results stay visible while new ones load. */
export const collectiveList = (q: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...collectivesKey, 'list', q ?? ''],
    queryFn: ({ pageParam: offset, signal }) =>
      callList(listCollectives, { query: { q, limit: PAGE_SIZE, offset }, signal }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    select: mergePages,
    placeholderData: keepPreviousData,
    meta: { isPersisted: q === undefined },
  });

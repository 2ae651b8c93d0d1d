import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { choosableActivities } from '../features/activities/lists-api.ts';

/** The user's own upcoming activities, except rejected ones. */
export function useOwnUpcoming() {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    choosableActivities('proximas'),
  );

  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  return { own: data?.rows.filter(({ status }) => status !== 'rejected'), error };
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { choosableActivities } from '../features/activities/api/choosable-activities.ts';

/** All of one's own activities to come that are, or may yet be, published. */
export function useOwnUpcoming() {
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = useInfiniteQuery(
    choosableActivities('proximas'),
  );

  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);

  return { own: data?.rows.filter(({ status }) => status !== 'rejected'), error };
}

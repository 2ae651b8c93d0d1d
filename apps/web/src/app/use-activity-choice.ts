import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { oneActivity } from '../features/activities/api.ts';
import { choosableActivities } from '../features/activities/lists-api.ts';
import type { ActivityChoice, MoreActivities } from '../features/participants/model.ts';
import { isUnknown } from '../lib/errors/unknown-row.ts';

/**
 * The activity with the URL's id, if the user may manage it. By default, or if it is unknown or another organiser's: the next upcoming
 * activity, else the latest past one.
 */
export function useActivityChoice(taskId: string | undefined): ActivityChoice {
  const upcoming = useInfiniteQuery(choosableActivities('proximas'));
  const past = useInfiniteQuery(choosableActivities('pasadas'));
  const isListed = upcoming.data !== undefined && past.data !== undefined;
  const listed = [...(upcoming.data?.rows ?? []), ...(past.data?.rows ?? [])];
  const named = listed.find(({ _id }) => _id === taskId);
  // It may be on a later page of a long list, or newer than the fetched list.
  const isElsewhere = taskId !== undefined && isListed && named === undefined;
  const elsewhere = useQuery({ ...oneActivity(taskId ?? ''), enabled: isElsewhere });
  const found = isElsewhere && elsewhere.data?.canManage ? elsewhere.data : undefined;
  const chosen = named ?? found ?? (isElsewhere && elsewhere.isPending ? undefined : listed[0]);
  // The lists lack needs and questions.
  const isWhole = chosen !== undefined && !chosen.hasNeeds && !chosen.hasQuestions;
  const one = useQuery({ ...oneActivity(chosen?._id ?? ''), enabled: chosen !== undefined && !isWhole });

  if (!isListed) {
    const error = upcoming.error ?? past.error;
    const retry = () => [upcoming, past].map(list => list.refetch());
    return error ? { status: 'failed', error, retry } : { status: 'pending' };
  }
  if (isElsewhere && elsewhere.isPending) return { status: 'pending' };
  if (isElsewhere && elsewhere.isLoadingError && !isUnknown(elsewhere.error)) {
    return { status: 'failed', error: elsewhere.error, retry: elsewhere.refetch };
  }
  if (chosen === undefined) return { status: 'none' };
  const whole = isWhole ? { ...chosen, needs: [], questions: [] } : one.data;
  return {
    status: 'chosen',
    chosen,
    whole,
    failure: whole === undefined && one.error ? { error: one.error, retry: one.refetch } : null,
    upcoming: upcoming.data.rows,
    past: past.data.rows,
    more: moreOf(upcoming.hasNextPage ? upcoming : past),
  };
}

interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

const moreOf = (list: List): MoreActivities => ({
  hasMore: list.hasNextPage,
  isLoading: list.isFetchingNextPage,
  hasFailed: list.isFetchNextPageError,
  load: list.fetchNextPage,
});

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

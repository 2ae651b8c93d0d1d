import { listPlaces } from '@minga/contract/place-proposals';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** Fewer characters fit too many places. */
const TYPED_MIN = 2;

/** Known places with a word that begins with `typed`. Errors are not shown: the field works without proposals. */
export const placeProposals = (typed: string) => {
  const q = typed.trim();
  return queryOptions({
    queryKey: ['place-proposals', q],
    queryFn: ({ signal }) => call(listPlaces, { query: { q }, signal }),
    enabled: q.length >= TYPED_MIN,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  });
};

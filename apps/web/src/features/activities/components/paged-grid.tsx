import type { Activity } from '@minga/contract/activities';
import { COUNTED_MAX } from '@minga/contract/search-filters';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { LoadMore } from '../../../components/load-more.tsx';
import { PAGE_SIZE } from '../api/paged-query.ts';
import { ActivityGrid } from './activity-grid.tsx';

interface Props {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  /** Must be memoized, like `controls`: the cards are rendered again when it changes. */
  attendance?: (activity: Activity) => ReactNode;
  /** The owner's controls. */
  controls?: (activity: Activity) => ReactNode;
  /** Heading level of the cards. */
  order?: 2 | 3;
  /** Loads further pages with the button only: infinite scrolling would make the content below unreachable. */
  isByButton?: boolean;
  /** The first card's image is above the fold and loaded eagerly. */
  isUrgent?: boolean;
}

/** The cards of a paged list; nothing while it is loading or empty. */
export function PagedGrid({
  list,
  attendance,
  controls,
  order = 2,
  isByButton = false,
  isUrgent = false,
}: Props) {
  const { data, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <>
      <ActivityGrid
        activities={data.rows}
        order={order}
        isUrgent={isUrgent}
        attendance={attendance}
        controls={controls}
      />
      {data.total > PAGE_SIZE && (
        <LoadMore
          shown={data.rows.length}
          total={data.total}
          countedMax={COUNTED_MAX}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          isByButton={isByButton}
          onMore={more}
        />
      )}
    </>
  );
}

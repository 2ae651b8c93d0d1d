import type { Activity } from '@minga/contract/activities';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { LoadMore } from '../../../components/load-more.tsx';
import { PAGE_SIZE } from '../api/paged.ts';
import { ActivityGrid } from './activity-grid.tsx';

interface Props {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  /** Must stay the same function as long as it would answer the same: a card is drawn anew only when it changes. */
  attendance?: (activity: Activity) => ReactNode;
  /** What its owner can do with it, alike. */
  controls?: (activity: Activity) => ReactNode;
  /** Level of the cards' headings. */
  order?: 2 | 3;
  /** Further pages come by the button alone: something stands below that one would else never reach. */
  isByButton?: boolean;
  /** It is the first that one sees of its page. */
  isUrgent?: boolean;
}

/** The cards of a list that comes page by page; nothing as long as there is none. */
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

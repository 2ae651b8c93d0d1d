import type { Activity } from '@minga/contract/activities';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import { LoadMore } from '../../../components/load-more.tsx';
import { PAGE_SIZE } from '../api/paged.ts';
import { ActivityGrid } from './activity-grid.tsx';

interface Props {
  list: UseInfiniteQueryResult<{ rows: Activity[]; total: number }>;
  attendance: (activity: Activity) => ReactNode;
}

/** The cards of a list that comes page by page; nothing as long as there is none. */
export function PagedGrid({ list, attendance }: Props) {
  const { data, fetchNextPage } = list;
  const more = useCallback(() => void fetchNextPage(), [fetchNextPage]);
  if (data === undefined || data.rows.length === 0) return null;
  return (
    <>
      <ActivityGrid activities={data.rows} order={2} attendance={attendance} />
      {data.total > PAGE_SIZE && (
        <LoadMore
          shown={data.rows.length}
          total={data.total}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          onMore={more}
        />
      )}
    </>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { LoadMore } from '../../../../components/load-more.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { counted, digits } from '../../../../lib/digits.ts';
import { type CaseStatus, reportCases } from '../../api/report-cases.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import { ListSkeleton } from '../lists/list-skeleton.tsx';
import { TabError } from '../tab-error.tsx';
import { CaseList } from './case-list.tsx';
import classes from './case-queue.module.css';
import { NoCases } from './no-cases.tsx';

/** All cases of a status, page by page. */
export function CaseQueue({ status }: { readonly status: CaseStatus }) {
  const list = useInfiniteQuery(reportCases(status));
  useReportedError(list.error, 'Error al obtener los reportes');

  if (list.data === undefined)
    return list.error === null ? (
      <>
        <LoadingStatus text="Cargando reportes..." isHidden />
        <ListSkeleton />
      </>
    ) : (
      <div className={classes.queue}>
        <TabError
          text="No pudimos traer los reportes."
          isBusy={list.isFetching}
          retry={() => void list.refetch()}
        />
      </div>
    );

  const { rows, total } = list.data;
  return (
    <CaseList title={countText(total, status)} status={status} cases={rows} total={total}>
      {total === 0 && <NoCases status={status} />}
      {total > rows.length && (
        <LoadMore
          shown={rows.length}
          total={total}
          hasMore={list.hasNextPage}
          isLoading={list.isFetchingNextPage}
          hasFailed={list.isFetchNextPageError}
          isByButton
          onMore={() => void list.fetchNextPage()}
        />
      )}
    </CaseList>
  );
}

function countText(total: number, status: CaseStatus): string {
  if (status === 'closed') return counted(total, 'decidido', 'decididos');
  return `${digits(total)} por revisar`;
}

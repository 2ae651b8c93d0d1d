import { Tabs } from '@mantine/core';
import { listReportCases } from '@minga/contract/administration/reports';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { LoadMore } from '../../../components/page/load-more.tsx';
import { counted, digits } from '../../../lib/digits.ts';
import { callList } from '../../../lib/server/api.ts';
import { nextOffset } from '../../../lib/server/pages.ts';
import { keyOf } from '../../../lib/server/queries.ts';
import { cacheOpenCases, content, PAGE_SIZE } from '../api.ts';
import { TabError, useReportedError } from '../errors.tsx';
import { caseKey } from '../model.ts';
import { ListSkeleton } from '../panel-list.tsx';
import type { TabProps } from '../search.ts';
import { CaseList, type CaseStatus } from './case-list.tsx';
import classes from './reports.module.css';

const names: Readonly<Record<CaseStatus, string>> = { open: 'Por revisar', closed: 'Decididos' };

/** 'Reportes' (docs/rules.md R19.1): what people have reported, and the decisions. */
export function ReportsTab({ search, onSearch }: TabProps) {
  const status: CaseStatus = search.estado === 'closed' ? 'closed' : 'open';
  return (
    <Tabs
      unstyled
      id="reports"
      value={status}
      onChange={next => onSearch({ tab: 'reportes', estado: next === 'closed' ? 'closed' : undefined })}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      <Tabs.List aria-label="Reportes" className={`card ${classes.tabs}`}>
        {(['open', 'closed'] as const).map(tab => (
          <Tabs.Tab key={tab} value={tab} className={classes.tab}>
            {names[tab]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel key={status} value={status} tabIndex={-1} className={classes.panel}>
        <CaseQueue status={status} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** The cases that wait for a decision, the most urgent first, or those that were decided, the latest first. */
const reportCases = (status: CaseStatus) =>
  infiniteQueryOptions({
    queryKey: keyOf(listReportCases, { query: { status } }),
    queryFn: async ({ pageParam: offset, signal, client }) => {
      const page = await callList(listReportCases, { query: { status, limit: PAGE_SIZE, offset }, signal });
      if (status === 'open') cacheOpenCases(client, page.total);
      return page;
    },
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    // A list that changes between two requests may return a case twice.
    select: ({ pages }) => ({
      rows: [...new Map(pages.flatMap(({ rows }) => rows).map(one => [caseKey(one), one])).values()],
      total: pages.at(-1)?.total ?? 0,
    }),
    ...content,
  });

/** All cases of a status, page by page. */
function CaseQueue({ status }: { readonly status: CaseStatus }) {
  const list = useInfiniteQuery(reportCases(status));
  useReportedError(list.error, 'Error al obtener los reportes');

  if (list.data === undefined)
    return list.error === null ? (
      <ListSkeleton text="Cargando reportes..." />
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

const NoCases = ({ status }: { readonly status: CaseStatus }) =>
  status === 'open' ? (
    <EmptyState
      drawing="seedling"
      order={3}
      title="No hay nada por revisar"
      text="Cuando alguien reporte una actividad, un colectivo o una memoria, lo verás aquí. Por ahora todo va bien."
    />
  ) : (
    <EmptyState
      drawing="path"
      order={3}
      title="Todavía no has decidido nada"
      text="Aquí queda lo que decida la administración, con el motivo y quién lo decidió."
    />
  );

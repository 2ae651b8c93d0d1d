import { Pagination, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { DrawingName } from '../../components/brand/drawing.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { SkeletonRows } from '../../components/page/skeleton-rows.tsx';
import { counted, digits } from '../../lib/digits.ts';
import type { ListEndpoint, RowOf } from '../../lib/server/queries.ts';
import { type FiltersOf, PAGE_SIZE, panelPage } from './api.ts';
import { TabError, useReportedError } from './errors.tsx';
import classes from './panel.module.css';
import { PanelTable, type TableDescription } from './panel-table.tsx';
import { undoWithKey, type useRowActions } from './row-actions.tsx';
import { type DashboardSearch, hasFilters, pageIn, type TabProps } from './search.ts';

/** A list of the panel, described: what is fetched, how it is filtered, its table and its texts. */
export interface ListDescription<E extends ListEndpoint> extends TableDescription<RowOf<E>> {
  readonly endpoint: E;
  /** Reads the filters of the URL. */
  readonly filtersIn?: (search: DashboardSearch) => FiltersOf<E>;
  readonly filterPanel?: (tab: TabProps, repeat: () => void) => ReactNode;
  /** 'usuario', 'usuarios' */
  readonly nouns: readonly [one: string, many: string];
  /** The rows in other sentences, if not the plural. */
  readonly subject?: string;
  readonly empty: {
    readonly drawing: DrawingName;
    readonly title?: string;
    readonly text: string;
    /** Shown if there are none with the filters. */
    readonly filtered?: string;
  };
  /** Shown above the table. */
  readonly above?: (rows: readonly RowOf<E>[]) => ReactNode;
}

interface Props<E extends ListEndpoint> {
  of: ListDescription<E>;
  tab: TabProps;
  actions: ReturnType<typeof useRowActions>;
}

/** A list of the panel with its filters and dialogs. */
export function PanelList<E extends ListEndpoint>({ of, tab, actions }: Props<E>) {
  const filters = of.filtersIn?.(tab.search) ?? ({} as FiltersOf<E>);
  const list = usePage(of, filters, tab);
  const { drawing, title = `No hay ${of.nouns[1]}`, text, filtered } = of.empty;
  return (
    <>
      {of.filterPanel?.(tab, list.retry)}
      <PageOfList of={of} list={list}>
        {({ rows, total }, headingId) =>
          total > 0 ? (
            <>
              {of.above?.(rows)}
              <PanelTable of={of} rows={rows} labelledBy={headingId} actions={actions} />
            </>
          ) : hasFilters(filters) ? (
            <EmptyState
              drawing="search"
              order={3}
              title={`No hay ${of.nouns[1]} con estos filtros`}
              {...(filtered && { text: filtered })}
            />
          ) : (
            <EmptyState drawing={drawing} order={3} title={title} text={text} />
          )
        }
      </PageOfList>
      {actions.dialogs}
    </>
  );
}

/** A list up to this height needs little scrolling. */
const SCREENS_IN_SIGHT = 1.5;

interface PageOfListProps<E extends ListEndpoint> {
  of: ListDescription<E>;
  list: ReturnType<typeof usePage<E>>;
  /** The table, labelled by the heading with this id, or the empty state. */
  children: (page: { rows: readonly RowOf<E>[]; total: number }, headingId: string) => ReactNode;
}

/** One page of a list: the number of entries, the table and the pager. */
function PageOfList<E extends ListEndpoint>({ of, list, children }: PageOfListProps<E>) {
  const { data, page, pageCount, isOutdated } = list;
  const { nouns, subject = nouns[1] } = of;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusRecovery = useFocusRecovery(heading);
  const section = useRef<HTMLElement>(null);
  const shownPage = useRef(page);

  useEffect(() => {
    if (isOutdated || shownPage.current === page) return;
    shownPage.current = page;
    // A new page of a long list is scrolled to its top. In a short one the pager stays at its position for the next click.
    const isLong = (section.current?.offsetHeight ?? 0) > SCREENS_IN_SIGHT * window.innerHeight;
    if (isLong) section.current?.scrollIntoView({ block: 'start' });
  }, [isOutdated, page]);

  if (list.hasFailed) {
    const missing = of.subject ?? `la lista de ${subject}`;
    return (
      <div className={classes.list}>
        <TabError text={`No pudimos traer ${missing}.`} isBusy={list.isFetching} retry={list.retry} />
      </div>
    );
  }
  const loadingText = `Cargando ${subject}...`;
  if (data === undefined) return <ListSkeleton text={loadingText} />;
  const countText = counted(data.total, ...nouns);
  return (
    <section
      ref={section}
      aria-labelledby={headingId}
      aria-busy={isOutdated}
      onKeyDown={undoWithKey}
      className={classes.list}
    >
      <h2 id={headingId} ref={heading} tabIndex={-1} className={`title ${classes.heading}`}>
        {countText}
      </h2>
      <VisuallyHidden role="status" component="p">
        {isOutdated ? loadingText : `${countText}. Página ${digits(page)} de ${digits(pageCount)}`}
      </VisuallyHidden>
      <div className={classes.wait} data-waiting={isOutdated || undefined} />
      <div ref={focusRecovery}>{children(data, headingId)}</div>
      {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={list.onPage} />}
    </section>
  );
}

/**
 * A list fetched page by page. Prefetches the next page. A page beyond the end, after a deletion or from an old link, is replaced
 * by the last page.
 */
function usePage<E extends ListEndpoint>(
  { endpoint, nouns, subject = nouns[1] }: ListDescription<E>,
  filters: FiltersOf<E>,
  { search, onSearch }: TabProps,
) {
  const queryClient = useQueryClient();
  const page = pageIn(search);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(
    panelPage(endpoint, filters, page),
  );
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const isLoaded = data !== undefined && !isPlaceholderData;
  useReportedError(error, `Error al obtener ${subject}`);

  const prefetchNext = useEffectEvent(
    () => void queryClient.prefetchQuery(panelPage(endpoint, filters, page + 1)),
  );
  const showLastPage = useEffectEvent(() =>
    onSearch({ ...search, pagina: String(pageCount) }, { replace: true }),
  );
  useEffect(() => {
    if (!isLoaded || data === undefined) return;
    if (page > pageCount) showLastPage();
    else if (page < pageCount) prefetchNext();
  }, [isLoaded, data, page, pageCount]);

  return {
    /** Undefined until the first page is loaded. */
    data,
    page,
    pageCount,
    onPage: (next: number) => onSearch({ ...search, pagina: String(next) }),
    /** The rows belong to the previous page or filters. */
    isOutdated: isPlaceholderData || (isLoaded && page > pageCount),
    isFetching,
    hasFailed: error !== null && !isLoaded,
    retry: () => void refetch(),
  };
}

interface ListLinkProps {
  search: DashboardSearch;
  /** The row's subject, part of the accessible name where every row has this link. */
  about?: string;
  children: string;
}

/** A link to a list of the panel. */
export const ListLink = ({ search, about, children }: ListLinkProps) => (
  <Link
    to="/admin-dashboard"
    search={search}
    aria-label={about && `${children}: ${about}`}
    className="target link"
  >
    {children}
  </Link>
);

/** `text` is announced. */
export const ListSkeleton = ({ text }: { text: string }) => (
  <>
    <LoadingStatus text={text} isHidden />
    <div className={`stack gap-xl ${classes.list}`} aria-hidden="true">
      <Skeleton height={28} width={170} maw="100%" />
      <SkeletonRows count={5}>
        <Skeleton height={18} width="30%" />
        <Skeleton height={18} width="25%" />
        <Skeleton height={44} width="min(40%, 14rem)" ml="auto" />
      </SkeletonRows>
    </div>
  </>
);

interface PagerProps {
  /** From 1 on. */
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}

/** 'Página 3 de 10.000', with buttons for the neighbouring pages and for both ends. */
function Pager({ page, pageCount, onPage }: PagerProps) {
  // A disabled button would lose the focus of a reader who has just reached an end.
  const atFirst = { disabled: false, 'aria-disabled': page === 1 || undefined };
  const atLast = { disabled: false, 'aria-disabled': page === pageCount || undefined };
  return (
    <Pagination.Root
      size="xl"
      value={page}
      total={pageCount}
      onChange={next => next !== page && onPage(next)}
      classNames={{ control: classes.pageButton }}
    >
      <nav aria-label="Páginas" className={`row ${classes.pager}`}>
        <Pagination.First icon={IconChevronsLeft} aria-label="Primera página" {...atFirst} />
        <Pagination.Previous icon={IconChevronLeft} aria-label="Página anterior" {...atFirst} />
        <span className={classes.pageText}>{`Página ${digits(page)} de ${digits(pageCount)}`}</span>
        <Pagination.Next icon={IconChevronRight} aria-label="Página siguiente" {...atLast} />
        <Pagination.Last icon={IconChevronsRight} aria-label="Última página" {...atLast} />
      </nav>
    </Pagination.Root>
  );
}

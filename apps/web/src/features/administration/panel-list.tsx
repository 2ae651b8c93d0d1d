import { Button, NativeSelect, Skeleton, VisuallyHidden } from '@mantine/core';
import { SEARCH_MAX } from '@minga/contract/search-filters';
import { IconFilter, IconFilterOff } from '@tabler/icons-react';
import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { LoadingStatus } from '../../components/loading-status.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useFocusRecovery } from '../../components/use-focus-recovery.ts';
import { digits } from '../../lib/digits.ts';
import type { Page } from '../../lib/pages.ts';
import { TabError, useReportedError } from './errors.tsx';
import { Pager } from './pager.tsx';
import classes from './panel.module.css';
import { PAGE_SIZE } from './panel-api.ts';
import { type DashboardSearch, pageIn, type TabProps } from './search.ts';

interface Props<Row> {
  list: PanelListState<Row>;
  /** '1.204 usuarios' */
  countText: (count: number) => string;
  loadingText: string;
  /** Shown if the list failed to load; the banner shows the reason. */
  errorText: string;
  /** The empty state. */
  empty: ReactNode;
  /** The table, labelled by the heading with this id. */
  children: (rows: readonly Row[], headingId: string) => ReactNode;
}

/** A list up to this height needs little scrolling. */
const SCREENS_IN_SIGHT = 1.5;

/** One page of a list: the number of entries, the table and the pager. */
export function PanelList<Row>(props: Props<Row>) {
  const { list, countText, loadingText, errorText, empty, children } = props;
  const { data, page, pageCount, isOutdated } = list;
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
    return (
      <div className={classes.list}>
        <TabError text={errorText} isBusy={list.isFetching} retry={list.retry} />
      </div>
    );
  }
  if (data === undefined) {
    return (
      <>
        <LoadingStatus text={loadingText} isHidden />
        <ListSkeleton />
      </>
    );
  }
  const { rows, total } = data;
  return (
    <section ref={section} aria-labelledby={headingId} aria-busy={isOutdated} className={classes.list}>
      <h2 id={headingId} ref={heading} tabIndex={-1} className={classes.heading}>
        {countText(total)}
      </h2>
      <VisuallyHidden role="status" component="p">
        {isOutdated ? loadingText : `${countText(total)}. ${pageText(page, pageCount)}`}
      </VisuallyHidden>
      <div className={classes.wait} data-waiting={isOutdated || undefined} />
      <div ref={focusRecovery}>{total === 0 ? empty : children(rows, headingId)}</div>
      {pageCount > 1 && <Pager page={page} pageCount={pageCount} onPage={list.onPage} />}
    </section>
  );
}

const pageText = (page: number, pageCount: number) => `Página ${digits(page)} de ${digits(pageCount)}`;

interface FilterFormProps {
  /** The fields. */
  children: ReactNode;
  onApply: () => void;
  onClear: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** Filters that take effect when 'Filtrar' is pressed. */
export const FilterForm = ({ children, onApply, onClear }: FilterFormProps) => (
  <search>
    <form
      className={classes.panel}
      onSubmit={event => {
        event.preventDefault();
        onApply();
      }}
    >
      {children}
      <div className={classes.buttons}>
        <Button type="submit" leftSection={<IconFilter {...icon} />}>
          Filtrar
        </Button>
        <Button variant="default" leftSection={<IconFilterOff {...icon} />} onClick={onClear}>
          Limpiar
        </Button>
      </div>
    </form>
  </search>
);

interface SearchPanelProps extends TabProps {
  words: string;
  placeholder: string;
  selections: readonly {
    label: string;
    name: 'rol' | 'estado';
    options: { value: string; label: string }[];
    value: string | undefined;
  }[];
}

/** Selections take effect immediately, typed words after a pause. */
export function SearchPanel({ search, onSearch, words, placeholder, selections }: SearchPanelProps) {
  const change = (changes: Partial<typeof search>, options?: { replace: boolean }) =>
    onSearch({ ...search, ...changes, pagina: undefined }, options);
  const others = Object.fromEntries(selections.map(({ name, value }) => [name, value]));
  return (
    <div className={classes.panel}>
      <SearchBox
        label="Buscar"
        placeholder={placeholder}
        words={words}
        maxLength={SEARCH_MAX}
        form={{ path: '/admin-dashboard', name: 'q', others: { tab: search.tab, ...others } }}
        // Consecutive typed searches share one history entry.
        onSearch={q => change({ q }, { replace: words !== '' })}
      />
      {selections.map(({ label, name, options, value = '' }) => (
        <NativeSelect
          key={name}
          label={label}
          size="md"
          data={options}
          value={value}
          onChange={event => change({ [name]: event.currentTarget.value })}
        />
      ))}
    </div>
  );
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

export const ListSkeleton = () => (
  <div className={classes.skeleton} aria-hidden="true">
    <Skeleton height={28} width={170} />
    <SkeletonRows count={5}>
      <Skeleton height={18} width="30%" />
      <Skeleton height={18} width="25%" />
      <Skeleton height={44} width="min(40%, 14rem)" ml="auto" />
    </SkeletonRows>
  </div>
);

interface RowButtonProps {
  icon: ReactNode;
  /** The visible label. */
  children: string;
  /** The row's subject, part of the accessible name because every row has this button. */
  about: string;
  tone?: 'plain' | 'forest' | 'clay';
  /** An action of the row is in progress: the button stays focusable and ignores presses. */
  isBusy: boolean;
  /** It decides nothing: it gets the focus when the row before it leaves (components/use-focus-recovery.ts). */
  isHarmless?: boolean;
  onClick: () => void;
}

/** A button in a row of a table. */
export const RowButton = ({
  icon,
  children,
  about,
  tone = 'plain',
  isBusy,
  isHarmless = false,
  onClick,
}: RowButtonProps) => (
  <BusyButton
    size="sm"
    variant="default"
    isBusy={isBusy}
    busyLabel={children}
    aria-label={`${children}: ${about}`}
    leftSection={icon}
    className={classes[tone] ?? ''}
    data-harmless={isHarmless || undefined}
    // The second click of a double click would hit the button that the first one has changed.
    onClick={({ detail }) => detail < 2 && onClick()}
  >
    {children}
  </BusyButton>
);

interface StatusTagProps {
  tone: 'forest' | 'clay' | 'sky' | 'plain';
  children: string;
}

/** A state. The colour adds no information to the text. */
export const StatusTag = ({ tone, children }: StatusTagProps) => (
  <span className={`${classes.tag} ${classes[tone]}`}>{children}</span>
);

interface Options<Row> {
  readonly pageOf: (page: number) => UseQueryOptions<Page<Row>>;
  readonly tab: TabProps;
  /** Shown in the banner if the query fails without a message from the server. */
  readonly fallback: string;
}

/**
 * A list fetched page by page. Prefetches the next page. A page beyond the end, after a deletion or from an old link, is replaced
 * by the last page.
 */
export function usePanelList<Row>({ pageOf, tab: { search, onSearch }, fallback }: Options<Row>) {
  const queryClient = useQueryClient();
  const page = pageIn(search);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(pageOf(page));
  const pageCount = Math.max(1, Math.ceil((data?.total ?? 0) / PAGE_SIZE));
  const isLoaded = data !== undefined && !isPlaceholderData;
  useReportedError(error, fallback);

  const prefetchNext = useEffectEvent(() => void queryClient.prefetchQuery(pageOf(page + 1)));
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

type PanelListState<Row> = ReturnType<typeof usePanelList<Row>>;

/**
 * The draft values of filter fields until 'Filtrar' is pressed, reset when the filters change otherwise, for example with the
 * back button. The keys must not change; '' does not filter.
 */
export function useFilterDraft<Name extends string>(current: Readonly<Record<Name, string>>) {
  const [draft, setDraft] = useState(current);
  const key = JSON.stringify(current);
  useEffect(() => setDraft(JSON.parse(key)), [key]);
  return {
    draft,
    change: (changes: Partial<Record<Name, string>>) => setDraft({ ...draft, ...changes }),
    reset: () =>
      setDraft(Object.fromEntries(Object.keys(current).map(name => [name, ''])) as Record<Name, string>),
    isApplied: JSON.stringify(draft) === key,
  };
}

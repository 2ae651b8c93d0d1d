import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { Pager } from '../../../../components/pager.tsx';
import { useFocusRecovery } from '../../../../components/use-focus-recovery.ts';
import { digits } from '../../../../lib/digits.ts';
import type { PanelListState } from '../../use-panel-list.ts';
import { TabError } from '../tab-error.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import classes from './panel-list.module.css';

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

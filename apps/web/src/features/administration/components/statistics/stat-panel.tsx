import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { useReportedFault } from '../../dashboard-errors.tsx';
import { TabFault } from '../tab-fault.tsx';
import classes from './stat-panel.module.css';

interface Props<Stats> {
  title: string;
  query: UseQueryResult<Stats>;
  /** What the banner says when they do not come and the server does not say why. */
  fallback: string;
  /** What it shows once they are there; it is named by this id. */
  children: (stats: Stats) => ReactNode;
}

/** One subject's figures, which come by themselves, whatever becomes of the others. */
export function StatPanel<Stats>({ title, query, fallback, children }: Props<Stats>) {
  const { data, error, isFetching, refetch } = query;
  const headingId = useId();
  useReportedFault(error, fallback);
  return (
    <section aria-labelledby={headingId} aria-busy={isFetching} className={classes.panel}>
      <h2 id={headingId} className={classes.title}>
        {title}
      </h2>
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && (
        <TabFault text="No pudimos traer estas cifras." isBusy={isFetching} retry={() => void refetch()} />
      )}
      {data !== undefined && children(data)}
    </section>
  );
}

const Waiting = () => (
  <>
    <LoadingStatus text="Cargando estadísticas..." isHidden />
    <div className={classes.waiting} aria-hidden="true">
      <Skeleton className={classes.figures ?? ''} />
      <Skeleton height={265} />
    </div>
  </>
);

import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { useReportedError } from '../../dashboard-errors.tsx';
import { TabError } from '../tab-error.tsx';
import classes from './stat-panel.module.css';

interface Props<Stats> {
  title: string;
  query: UseQueryResult<Stats>;
  /** Shown in the banner if the query fails without a message from the server. */
  fallback: string;
  /** The content once the data is loaded. */
  children: (stats: Stats) => ReactNode;
}

/** The figures of one subject, which load and fail independently of the others. */
export function StatPanel<Stats>({ title, query, fallback, children }: Props<Stats>) {
  const { data, error, isFetching, refetch } = query;
  const headingId = useId();
  useReportedError(error, fallback);
  return (
    <section aria-labelledby={headingId} aria-busy={isFetching} className={classes.panel}>
      <h2 id={headingId} className={classes.title}>
        {title}
      </h2>
      {data === undefined && error === null && <LoadingSkeleton />}
      {data === undefined && error !== null && (
        <TabError text="No pudimos traer estas cifras." isBusy={isFetching} retry={() => void refetch()} />
      )}
      {data !== undefined && children(data)}
    </section>
  );
}

const LoadingSkeleton = () => (
  <>
    <LoadingStatus text="Cargando estadísticas..." isHidden />
    <div className={classes.waiting} aria-hidden="true">
      <Skeleton className={classes.figures ?? ''} />
      <Skeleton height={265} />
    </div>
  </>
);

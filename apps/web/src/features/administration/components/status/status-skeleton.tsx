import { Skeleton } from '@mantine/core';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import classes from './system-report.module.css';

export const StatusSkeleton = () => (
  <>
    <LoadingStatus text="Revisando el sistema..." isHidden />
    <div className={classes.report} aria-hidden="true">
      <Skeleton height={52} width="min(100%, 18rem)" />
      <Skeleton height={74} />
      <Skeleton height={74} />
      <Skeleton height={118} />
      <Skeleton height={118} />
      <div className={classes.panels}>
        <Skeleton height={330} />
        <Skeleton height={330} />
      </div>
    </div>
  </>
);

import { Skeleton, VisuallyHidden } from '@mantine/core';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import classes from './activity-view.module.css';

export const ActivityViewSkeleton = () => (
  <>
    <VisuallyHidden component="h1">Actividad</VisuallyHidden>
    <LoadingStatus text="Cargando actividad..." isHidden />
    <div className={classes.activity} aria-hidden="true">
      <div className={classes.picture}>
        <Skeleton height="auto" style={{ aspectRatio: '16 / 9' }} />
      </div>
      <Skeleton className={classes.head} height={44} width="80%" />
      <div className={classes.aside}>
        <Skeleton height={68} />
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </div>
      <div className={classes.description}>
        <Skeleton height={18} mb="sm" />
        <Skeleton height={18} mb="sm" />
        <Skeleton height={18} width="60%" />
      </div>
    </div>
  </>
);

import { Skeleton } from '@mantine/core';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import classes from './collective-article.module.css';

export const CollectiveViewSkeleton = () => (
  <>
    <PageHeading title="Colectivo" />
    <LoadingStatus text="Cargando el colectivo..." isHidden />
    <div className={classes.collective} aria-hidden="true">
      <Skeleton className={classes.picture} height={180} />
      <div className={classes.head}>
        <Skeleton height={24} width="60%" />
        <Skeleton height={16} />
        <Skeleton height={16} width="80%" />
      </div>
      <Skeleton className={classes.aside} height={260} />
    </div>
  </>
);

import { Skeleton } from '@mantine/core';
import { SkeletonRows } from '../../../../components/skeleton-rows.tsx';
import classes from './list-skeleton.module.css';

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

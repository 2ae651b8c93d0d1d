import { Skeleton } from '@mantine/core';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import classes from './participant-skeleton.module.css';

interface Props {
  /** Announced to screen readers. */
  text: string;
  /** The activity select is still loading, too. */
  hasSelect?: boolean;
}

export const ParticipantSkeleton = ({ text, hasSelect = false }: Props) => (
  <>
    <LoadingStatus text={text} isHidden />
    <div aria-hidden="true">
      {hasSelect && (
        <div className={classes.select}>
          <Skeleton height={18} width={170} />
          <Skeleton height={46} />
        </div>
      )}
      <div className={classes.header}>
        <Skeleton height={28} width={180} />
        <Skeleton height={44} width="min(100%, 22rem)" />
      </div>
      <SkeletonRows count={6}>
        <Skeleton height={44} circle />
        <Skeleton height={18} width="35%" />
        <Skeleton height={18} width="30%" className={classes.wide} />
      </SkeletonRows>
    </div>
  </>
);

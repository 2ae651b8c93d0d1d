import { Skeleton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, Suspense } from 'react';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { ActivityLine, type LineProps } from './activity-line.tsx';
import classes from './activity-row.module.css';
import { fromList, useIsOngoing, useIsPast } from './model.ts';

interface Props extends Omit<LineProps, 'link' | 'isPast' | 'isOngoing' | 'mark'> {
  /** Renders a mark such as 'Vas'. Must be memoized: the rows are rendered again when it changes. */
  mark?: ((activity: Activity) => ReactNode) | undefined;
}

/**
 * An activity as one line of a list, whose whole row is its link. Memoized, and in a boundary of its own: React hydrates the rows one
 * by one, and the one that the user presses first.
 */
export const ActivityRow = memo((props: Props) => (
  <Suspense>
    <Row {...props} />
  </Suspense>
));

function Row({ mark, ...line }: Props) {
  const { activity } = line;
  const { _id, title } = activity;
  return (
    <ActivityLine
      {...line}
      isPast={useIsPast(activity)}
      isOngoing={useIsOngoing(activity)}
      mark={mark?.(activity)}
      link={
        <Link to="/actividades/$id" params={{ id: _id }} state={fromList} className="cover">
          {title}
        </Link>
      }
    />
  );
}

interface SkeletonProps {
  /** Announced while loading; absent where the page announces it. */
  text?: string;
  count?: number;
}

/** Placeholders of loading rows, as high as these. */
export function RowSkeletons({ text, count = 7 }: SkeletonProps) {
  const rows = Array.from({ length: count }, (_, index) => `row-${index}`);
  return (
    <>
      {text && <LoadingStatus text={text} isHidden />}
      <div aria-hidden="true" className={classes.list}>
        {rows.map(row => (
          <div key={row} className={classes.row}>
            <Skeleton width={72} height={72} radius="md" className={classes.picture} />
            <div className={`stack gap-s ${classes.words}`}>
              <Skeleton height={12} width="55%" />
              <Skeleton height={16} width="90%" />
              <Skeleton height={12} width="35%" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

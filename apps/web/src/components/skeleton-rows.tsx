import type { ReactNode } from 'react';
import classes from './skeleton-rows.module.css';

interface Props {
  count: number;
  /** What stands in each. */
  children: ReactNode;
}

/** In the place of a list's rows, while they are on their way. */
export const SkeletonRows = ({ count, children }: Props) => (
  <div className={classes.rows}>
    {Array.from({ length: count }, (_, number) => (
      <div key={`row-${String(number)}`} className={classes.row}>
        {children}
      </div>
    ))}
  </div>
);

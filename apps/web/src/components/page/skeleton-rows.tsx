import type { ReactNode } from 'react';
import classes from './loading.module.css';

interface Props {
  count: number;
  /** The content of each row. */
  children: ReactNode;
}

/** Placeholders for loading rows. */
export const SkeletonRows = ({ count, children }: Props) => (
  <div className="card">
    {Array.from({ length: count }, (_, number) => (
      <div key={`row-${String(number)}`} className={`row ${classes.row}`}>
        {children}
      </div>
    ))}
  </div>
);

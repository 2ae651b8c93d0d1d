import { Skeleton } from '@mantine/core';
import classes from './list-skeleton.module.css';

const ROWS = ['a', 'b', 'c', 'd', 'e'];

export const ListSkeleton = () => (
  <div className={classes.skeleton} aria-hidden="true">
    <Skeleton height={28} width={170} />
    <div className={classes.rows}>
      {ROWS.map(row => (
        <div key={row} className={classes.row}>
          <Skeleton height={18} width="30%" />
          <Skeleton height={18} width="25%" />
          <Skeleton height={44} width="min(40%, 14rem)" ml="auto" />
        </div>
      ))}
    </div>
  </div>
);

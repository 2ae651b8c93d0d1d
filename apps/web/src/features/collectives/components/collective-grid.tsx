import type { Collective } from '@minga/contract/collectives';
import { CollectiveCard } from './collective-card.tsx';
import classes from './collective-grid.module.css';

interface Props {
  collectives: readonly Collective[];
  /** The id of the heading. */
  labelledBy: string;
  isOwn?: boolean;
}

export const CollectiveGrid = ({ collectives, labelledBy, isOwn = false }: Props) => (
  <ul className={classes.grid} aria-labelledby={labelledBy}>
    {collectives.map(collective => (
      <li key={collective._id}>
        <CollectiveCard collective={collective} isOwn={isOwn} />
      </li>
    ))}
  </ul>
);

import { Skeleton } from '@mantine/core';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import classes from './collective-grid.module.css';

/** Placeholders for loading cards. */
export function CollectiveSkeletons() {
  const cards = Array.from({ length: 6 }, (_, index) => `card-${index}`);
  return (
    <>
      <LoadingStatus text="Cargando colectivos..." isHidden />
      <div className={classes.grid} aria-hidden="true">
        {cards.map(card => (
          <Skeleton key={card} height={128} />
        ))}
      </div>
    </>
  );
}

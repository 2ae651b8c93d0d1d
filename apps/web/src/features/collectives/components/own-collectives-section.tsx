import { useQuery } from '@tanstack/react-query';
import { ownCollectives } from '../api/own-collectives.ts';
import { CollectiveGrid } from './collective-grid.tsx';
import classes from './collectives-view.module.css';

const HEADING = 'mis-colectivos';

/** The collectives of which the user is a member, also those that are not public; nothing without any. */
export function OwnCollectivesSection() {
  const { data } = useQuery(ownCollectives);
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-labelledby={HEADING} className={classes.section}>
      <h2 id={HEADING} className={classes.heading}>
        Mis colectivos
      </h2>
      <CollectiveGrid collectives={data} labelledBy={HEADING} isOwn />
    </section>
  );
}

import type { Today } from '@minga/contract/administration/today';
import { useId } from 'react';
import { digits } from '../../../../lib/digits.ts';
import { useCollectiveActions } from '../../use-collective-actions.ts';
import { CollectiveTable } from '../collectives/collective-table.tsx';
import { ListLink } from '../lists/list-link.tsx';
import classes from './today-report.module.css';

/** Collectives that are not public until they are activated. */
export function WaitingCollectives({ total, shown }: NonNullable<Today['collectives']>) {
  const headingId = useId();
  const actions = useCollectiveActions();
  return (
    <section aria-labelledby={headingId} className={classes.list}>
      <h2 id={headingId} className={classes.heading}>
        {`Colectivos en revisión: ${digits(total)}`}
      </h2>
      <CollectiveTable collectives={shown} labelledBy={headingId} {...actions} />
      {total > shown.length && (
        <ListLink search={{ tab: 'colectivos', estado: 'held' }}>Ver todos los que esperan</ListLink>
      )}
    </section>
  );
}

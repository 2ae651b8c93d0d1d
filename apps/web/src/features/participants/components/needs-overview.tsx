import type { Attendance } from '@minga/contract/attendance';
import type { Need } from '@minga/contract/needs';
import { needsOverview } from '../needs-overview.ts';
import classes from './needs-overview.module.css';

interface Props {
  needs: readonly Need[];
  participants: readonly Attendance[];
  /** More participants are still to be loaded. */
  isPartial: boolean;
}

const NONE_LOADED = 'Nadie de quienes ya se ven en la lista';

/** 'Quién lleva qué': each need with its people. */
export const NeedsOverview = ({ needs, participants, isPartial }: Props) => (
  <section aria-labelledby="needs-overview" className={classes.section}>
    <h3 id="needs-overview" className={classes.title}>
      Quién ayuda en qué y quién lleva qué
    </h3>
    <dl className={classes.needs}>
      {needsOverview(needs, participants).map(({ id, text, people }) => (
        <div key={id}>
          <dt>{text}</dt>
          <dd>{people.length > 0 ? people.join(', ') : isPartial ? NONE_LOADED : 'Todavía nadie'}</dd>
        </div>
      ))}
    </dl>
  </section>
);

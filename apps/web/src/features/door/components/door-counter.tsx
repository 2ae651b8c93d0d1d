import { digits } from '../../../lib/digits.ts';
import type { DoorCounts } from '../door-counts.ts';
import classes from './door-counter.module.css';

/** How many have come of those who are expected. */
export const DoorCounter = ({ counts: { people, parties } }: { counts: DoorCounts }) => (
  <section aria-label="Cuántas personas han llegado" className={classes.counter}>
    <p className={classes.people}>
      <strong className={classes.number}>{digits(people.arrived)}</strong>
      <span>{` de ${digits(people.expected)} ${people.expected === 1 ? 'persona' : 'personas'}`}</span>
    </p>
    <p className={classes.parties}>
      {`${digits(parties.arrived)} de ${digits(parties.expected)} ${parties.expected === 1 ? 'confirmación' : 'confirmaciones'}`}
    </p>
  </section>
);

import { initialOf } from './initial.ts';
import classes from './initial-badge.module.css';

interface Props {
  name: string;
  /** The reader's own: in the other colour, and larger. */
  isOwn?: boolean;
}

/** The round badge before a person's name, which says more: nothing for screen readers. */
export const InitialBadge = ({ name, isOwn = false }: Props) => (
  <span className={isOwn ? `${classes.badge} ${classes.own}` : classes.badge} aria-hidden="true">
    {initialOf(name)}
  </span>
);

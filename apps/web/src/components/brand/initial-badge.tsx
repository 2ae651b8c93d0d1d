import classes from './initial-badge.module.css';

interface Props {
  name: string;
  /** The badge of the viewer: another colour, and larger. */
  isOwn?: boolean;
}

/** The round badge before a person's name. Hidden from screen readers, which read the name. */
export const InitialBadge = ({ name, isOwn = false }: Props) => (
  <span
    className={isOwn ? `centred ${classes.badge} ${classes.own}` : `centred ${classes.badge}`}
    aria-hidden="true"
  >
    {initialOf(name)}
  </span>
);

/** The first letter of a name as a capital; '?' for an empty name. */
export const initialOf = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase('es-CO') ?? '?';

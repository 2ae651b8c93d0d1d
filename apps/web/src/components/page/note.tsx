import type { ReactNode } from 'react';
import classes from './note.module.css';

interface Props {
  tone: 'clay' | 'sky';
  isSmall?: boolean;
  children: ReactNode;
}

/** A highlighted static text. A text that appears later is a `MessageBox`, which is announced. */
export function Note({ tone, isSmall = false, children }: Props) {
  const look = `${classes.note} ${classes[tone]}`;
  return <p className={isSmall ? `${look} ${classes.small}` : look}>{children}</p>;
}

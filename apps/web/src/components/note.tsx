import type { ReactNode } from 'react';
import classes from './note.module.css';

interface Props {
  tone: 'clay' | 'sky';
  isSmall?: boolean;
  children: ReactNode;
}

/** What is to stand out and is there from the start; what comes later is a `MessageBox`, which is read out. */
export function Note({ tone, isSmall = false, children }: Props) {
  const look = `${classes.note} ${classes[tone]}`;
  return <p className={isSmall ? `${look} ${classes.small}` : look}>{children}</p>;
}

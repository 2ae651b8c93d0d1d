import type { ReactNode } from 'react';
import classes from './text-link.module.css';

interface Props {
  /** A place of the manual, which is no screen of this app: 'asistentes', 'cuenta#entrar'. */
  to: string;
  children: ReactNode;
}

/** Leads to where the manual explains what is asked here. */
export const HelpLink = ({ to, children }: Props) => (
  <a href={`/ayuda/${to}`} className={classes.link}>
    {children}
  </a>
);

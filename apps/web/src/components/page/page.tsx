import type { ReactNode } from 'react';
import classes from './page.module.css';

interface Props {
  /** `wide` for grids of cards, `text` for reading, `form` for one column of fields. */
  width: 'wide' | 'text' | 'form';
  children: ReactNode;
}

/** Limits the width of the page's column. */
export const Page = ({ width, children }: Props) => (
  <div className={`${classes.page} ${classes[width]}`}>{children}</div>
);

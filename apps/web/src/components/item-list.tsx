import type { ReactNode, Ref } from 'react';
import classes from './item-list.module.css';

interface Props {
  readonly ref?: Ref<HTMLUListElement>;
  readonly label?: string;
  /** `ItemRow`s. */
  readonly children: ReactNode;
}

/** A list of things that the user owns, such as sessions or tokens. */
export const ItemList = ({ ref, label, children }: Props) => (
  <ul ref={ref} aria-label={label} className={classes.list}>
    {children}
  </ul>
);

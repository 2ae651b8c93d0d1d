import { type ReactNode, useId } from 'react';
import classes from './page.module.css';

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** A part of a page with a heading of its own. */
export function TitledSection({ title, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`stack ${classes.section}`}>
      <h2 id={id} className={classes.sectionTitle}>
        {title}
      </h2>
      {children}
    </section>
  );
}

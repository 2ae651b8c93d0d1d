import type { ReactNode, Ref } from 'react';
import classes from './section.module.css';

interface Props {
  /** Of the heading, for links to the section. */
  id: string;
  title: string;
  lead?: ReactNode;
  /** Focused when the focused control is unmounted. */
  headingRef?: Ref<HTMLHeadingElement>;
  /** Highlights the section because its action cannot be undone. */
  isDangerous?: boolean;
  children: ReactNode;
}

/** One of several sections of a page. Its heading is focusable because links lead to it. */
export const PageSection = ({ id, title, lead, headingRef, isDangerous = false, children }: Props) => (
  <section
    aria-labelledby={id}
    className={isDangerous ? `${classes.section} ${classes.danger}` : classes.section}
  >
    <h2 id={id} ref={headingRef} tabIndex={-1} className={classes.title}>
      {title}
    </h2>
    {lead && <p className={classes.lead}>{lead}</p>}
    <div className={classes.content}>{children}</div>
  </section>
);

import { type ReactNode, type Ref, useId } from 'react';
import classes from './section.module.css';

interface Props {
  readonly title: string;
  /** Focused when the focused control is unmounted. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A part of a section, with an h3 of its own. */
export function Subsection({ title, headingRef, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`stack ${classes.subSection}`}>
      <h3 id={id} ref={headingRef} tabIndex={-1} className={classes.subTitle}>
        {title}
      </h3>
      {children}
    </section>
  );
}

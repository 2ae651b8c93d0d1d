import { type ReactNode, type RefObject, useId } from 'react';
import panelClasses from '../statistics/stat-panel.module.css';
import classes from './status-part.module.css';

interface Props {
  title: string;
  /** A text below the title. */
  hint?: string | false;
  /** A button next to the title. */
  action?: ReactNode;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** The content, labelled by the heading with this id. */
  children: (headingId: string) => ReactNode;
}

/** One section of the report. */
export function StatusPart({ title, hint, action, headingRef, children }: Props) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={panelClasses.panel}>
      <div className={classes.header}>
        <h3 id={headingId} ref={headingRef} tabIndex={-1} className={classes.title}>
          {title}
        </h3>
        {action}
      </div>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children(headingId)}
    </section>
  );
}

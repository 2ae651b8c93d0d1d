import { type ReactNode, type RefObject, useId } from 'react';
import panelClasses from '../statistics/stat-panel.module.css';
import classes from './status-part.module.css';

interface Props {
  title: string;
  /** Below the title, in words. */
  hint?: string | false;
  /** Beside the title. */
  action?: ReactNode;
  headingRef?: RefObject<HTMLHeadingElement | null>;
  /** Named by this id. */
  children: (headingId: string) => ReactNode;
}

/** One subject of the report. */
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

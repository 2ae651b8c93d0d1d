import { type ReactNode, useEffect, useRef } from 'react';
import classes from './page-heading.module.css';

interface Props {
  /** Text of the heading and, with the product's name, of the window's title. */
  title: string;
  /** The window's title where it differs from the heading. */
  windowTitle?: string;
  lead?: ReactNode;
  /** Beside the heading: the page's main action. */
  action?: ReactNode;
}

const PRODUCT = 'Minga';
let isFirstPage = true;

/** The one h1 of a page. On navigation it takes the focus, so that screen readers say where one has arrived. */
export function PageHeading({ title, windowTitle = title, lead, action }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${windowTitle} · ${PRODUCT}`;
  }, [windowTitle]);

  useEffect(() => {
    // The browser itself announces the first page; a field that took the focus by its own keeps it.
    if (!isFirstPage && !isTyping()) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  return (
    <div className={classes.heading}>
      <div>
        <h1 ref={heading} tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {action}
    </div>
  );
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;

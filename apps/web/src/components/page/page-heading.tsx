import { createContext, type ReactNode, use, useEffect, useRef } from 'react';
import { siteName } from '../../lib/site-name.ts';
import classes from './page.module.css';

interface Props {
  /** The heading's text and, with the product's name, the document title. */
  title: string;
  /** The document title where it differs from the heading. */
  windowTitle?: string;
  lead?: ReactNode;
  /** The page's main action, next to the heading. */
  action?: ReactNode;
}

/** Provided by a layout: stands below the heading of each of its screens. */
export const BelowHeading = createContext<ReactNode>(null);

let isFirstPage = true;

/** The page's h1. It takes the focus on navigation, so that screen readers announce the new page. */
export function PageHeading({ title, windowTitle = title, lead, action }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${windowTitle} · ${siteName}`;
  }, [windowTitle]);

  useEffect(() => {
    // The browser announces the first page; a field with autofocus keeps the focus.
    if (!isFirstPage && !isTyping()) heading.current?.focus({ preventScroll: true });
    isFirstPage = false;
  }, []);

  return (
    <>
      <div className={`cluster ${classes.heading}`}>
        <div>
          <h1 ref={heading} tabIndex={-1} className={classes.title}>
            {title}
          </h1>
          {lead && <p className={classes.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      {use(BelowHeading)}
    </>
  );
}

const isTyping = () => document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false;

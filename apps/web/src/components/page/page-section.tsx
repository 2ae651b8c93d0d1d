import { type ReactNode, type Ref, useId } from 'react';
import { errorSentences } from '../../lib/errors/error-sentences.ts';
import { BusyButton } from '../busy-button.tsx';
import { MessageBox } from '../message-box.tsx';
import classes from './section.module.css';

interface Props {
  /** The id of the heading, for links to the section. */
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

interface SubsectionProps {
  readonly title: string;
  /** Focused when the focused control is unmounted. */
  readonly headingRef?: Ref<HTMLHeadingElement>;
  readonly children: ReactNode;
}

/** A part of a section, with an h3 of its own. */
export function Subsection({ title, headingRef, children }: SubsectionProps) {
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

interface SectionErrorProps {
  error: Error;
  /** Says what failed, for errors without a reason from the server. */
  fallback: string;
  isBusy: boolean;
  retry: () => void;
}

/** An inline error for one section; the rest of the page is still shown. */
export const SectionError = ({ error, fallback, isBusy, retry }: SectionErrorProps) => (
  <>
    <MessageBox kind="error" message={{ sentences: errorSentences(error, fallback), isVisible: true }} />
    <div>
      <BusyButton variant="default" onClick={retry} isBusy={isBusy} busyLabel="Cargando…">
        Intentar de nuevo
      </BusyButton>
    </div>
  </>
);

import { Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import classes from './fold.module.css';

interface Props {
  title: string;
  /** What the folded fields contain, for example '5:00 p. m.'; empty while they contain nothing. */
  summary: string;
  /** An error opens the fold, so that it can be seen, and marks it while it is closed. */
  hasError: boolean;
  /** Of the folds with the same group one is open at a time. */
  group?: string | undefined;
  /** The user has come for its fields: it is open at first, in view, with the focus. */
  isSought?: boolean;
  /** Called when the user opens it, for content that loads only then. */
  onOpen?: () => void;
  children: ReactNode;
}

/** A section of a form that few need: closed at first. Its fields stay in the page, so that they keep their values. */
export function Fold({ title, summary, hasError, group, isSought = false, onOpen, children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    if (hasError && details.current !== null) details.current.open = true;
  }, [hasError]);

  useEffect(() => {
    if (!isSought || details.current === null) return;
    details.current.open = true;
    details.current.scrollIntoView({ block: 'start' });
    details.current.querySelector('summary')?.focus({ preventScroll: true });
  }, [isSought]);

  function toggled(fold: HTMLDetailsElement): void {
    if (!fold.open) return;
    onOpen?.();
    const summary = fold.querySelector('summary');
    // A pressed fold shows its fields, also above the bar with the buttons.
    if (summary === document.activeElement) fold.scrollIntoView({ block: 'nearest' });
    // Above it another of its group has closed, which may have moved it out of view. A fold that is taller than the screen stays there.
    if (group !== undefined) summary?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <details
      ref={details}
      name={group}
      className={classes.fold}
      onToggle={({ currentTarget }) => toggled(currentTarget)}
    >
      <summary className={`row ${classes.title}`}>
        <span className={classes.name}>{title}</span>
        <span className={classes.summary} data-error={hasError || undefined}>
          {hasError ? 'Hay algo por corregir' : summary}
        </span>
        <IconChevronDown size={20} className={classes.arrow} aria-hidden />
      </summary>
      <div className={`stack ${classes.fields}`}>{children}</div>
    </details>
  );
}

/** A closed section whose content, which may be lazy, is mounted when it is first opened. */
export function LazyFold({ title, children }: { title: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Fold title={title} summary="" hasError={false} onOpen={() => setOpened(true)}>
      {wasOpened && <Suspense fallback={<Skeleton height={92} />}>{children}</Suspense>}
    </Fold>
  );
}

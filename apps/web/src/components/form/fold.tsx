import { Skeleton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import classes from './fold.module.css';

interface Props {
  title: string;
  /** What the folded fields contain, for example '5:00 p. m.'; empty while they contain nothing. */
  summary: string;
  /** An error opens the fold, so that it can be seen. */
  hasError: boolean;
  /** The user has come for its fields: it is open at first, in view, with the focus. */
  isSought?: boolean;
  /** Called when the user opens it, for content that loads only then. */
  onOpen?: () => void;
  children: ReactNode;
}

/** A section of a form that few need: closed at first. Its fields stay in the page, so that they keep their values. */
export function Fold({ title, summary, hasError, isSought = false, onOpen, children }: Props) {
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

  return (
    <details
      ref={details}
      className={classes.fold}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className={`row ${classes.title}`}>
        <span className={classes.name}>{title}</span>
        <span className={classes.summary}>{summary}</span>
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

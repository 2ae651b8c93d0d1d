import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './message-box.module.css';
import { SentenceList } from './sentence-list.tsx';
import type { TimedMessage } from './use-timed-message.ts';

interface Props {
  kind: 'error' | 'warning' | 'success' | 'info';
  message: TimedMessage | null;
  /** Scrolls each message into view and focuses it, for forms taller than the window. */
  takesFocus?: boolean;
  /** Scrolls each message into view, and then the focused element, which stays so. */
  isScrolledTo?: boolean;
}

/**
 * A timed message of a form or page. The live region is always in the page, so that screen readers announce its text.
 * Afterwards the text is visually hidden and stays in the region.
 */
export function MessageBox({ kind, message, takesFocus = false, isScrolledTo = false }: Props) {
  const Icon = icons[kind];
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!takesFocus || !message?.isVisible) return;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'center' });
  }, [takesFocus, message]);

  useEffect(() => {
    if (!isScrolledTo || !message?.isVisible) return;
    for (const element of [region.current, document.activeElement])
      element?.scrollIntoView({ block: 'nearest' });
  }, [isScrolledTo, message]);

  return (
    <div
      ref={region}
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
      className={classes.region}
    >
      {message?.isVisible && (
        <div className={`${classes.box} ${classes[kind]}`}>
          <Icon size={22} aria-hidden />
          <SentenceList sentences={message.sentences} isAlwaysList={kind === 'error'} />
        </div>
      )}
      {message && !message.isVisible && (
        <div className="unseen">
          <SentenceList sentences={message.sentences} isAlwaysList={kind === 'error'} />
        </div>
      )}
    </div>
  );
}

const icons = {
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  success: IconCircleCheck,
  info: IconInfoCircle,
} as const;

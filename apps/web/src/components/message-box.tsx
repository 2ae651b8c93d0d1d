import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import classes from './message-box.module.css';
import { SentenceList } from './sentence-list.tsx';
import type { TimedMessage } from './use-timed-message.ts';

interface Props {
  kind: 'error' | 'warning' | 'success' | 'info';
  message: TimedMessage | null;
  /** Brings each message into view and the focus to it: for a form longer than the window. */
  takesFocus?: boolean;
  /** Its words begin with a sign of their own. */
  hasOwnMark?: boolean;
}

/**
 * Where a form or page says something for a while. The live region itself is always there, which is what makes screen
 * readers read it; after its time the text leaves the sight but not the region, so that nobody misses it.
 */
export function MessageBox({ kind, message, takesFocus = false, hasOwnMark = false }: Props) {
  const Icon = icons[kind];
  const region = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (!takesFocus || !message?.isVisible) return;
    region.current?.focus({ preventScroll: true });
    region.current?.scrollIntoView({ block: 'center' });
  }, [takesFocus, message]);

  return (
    <div
      ref={region}
      role={kind === 'error' ? 'alert' : 'status'}
      tabIndex={takesFocus ? -1 : undefined}
      className={classes.region}
    >
      {message?.isVisible && (
        <div className={`${classes.box} ${classes[kind]}`}>
          {!hasOwnMark && <Icon size={22} className={classes.icon} aria-hidden />}
          <SentenceList sentences={message.sentences} isAlwaysList={kind === 'error'} />
        </div>
      )}
      {message && !message.isVisible && (
        <VisuallyHidden>
          <SentenceList sentences={message.sentences} isAlwaysList={kind === 'error'} />
        </VisuallyHidden>
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

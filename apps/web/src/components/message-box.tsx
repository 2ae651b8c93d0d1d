import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import classes from './message-box.module.css';
import { SentenceList } from './sentence-list.tsx';
import type { TimedMessage } from './use-timed-message.ts';

interface Props {
  kind: 'error' | 'success' | 'info';
  message: TimedMessage | null;
}

/**
 * Where a form or page says something for a while. The live region itself is always there, which is what makes screen
 * readers read it; after its time the text leaves the sight but not the region, so that nobody misses it.
 */
export function MessageBox({ kind, message }: Props) {
  const Icon = icons[kind];
  return (
    <div role={kind === 'error' ? 'alert' : 'status'} className={classes.region}>
      {message?.isVisible && (
        <div className={`${classes.box} ${classes[kind]}`}>
          <Icon size={22} className={classes.icon} aria-hidden />
          <SentenceList sentences={message.sentences} />
        </div>
      )}
      {message && !message.isVisible && (
        <VisuallyHidden>
          <SentenceList sentences={message.sentences} />
        </VisuallyHidden>
      )}
    </div>
  );
}

const icons = { error: IconAlertCircle, success: IconCircleCheck, info: IconInfoCircle } as const;

import { VisuallyHidden } from '@mantine/core';
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
  return (
    <div role={kind === 'error' ? 'alert' : 'status'}>
      {message?.isVisible && (
        <div className={`${classes.box} ${classes[kind]}`}>
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

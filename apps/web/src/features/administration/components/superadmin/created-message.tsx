import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import classes from '../../../../components/message-box.module.css';
import type { TimedMessage } from '../../../../components/use-timed-message.ts';
import own from './created-message.module.css';

/** The message of the created account, whose symbol an icon replaces for the eye: not every font has it. */
export function CreatedMessage({ message }: { readonly message: TimedMessage | null }) {
  const sentence = (
    <p className={own.text}>
      <VisuallyHidden component="span">✅ </VisuallyHidden>
      {message?.sentences}
    </p>
  );
  return (
    <div role="status" className={classes.region}>
      {message?.isVisible && (
        <div className={`${classes.box} ${classes.success}`}>
          <IconCircleCheck size={22} className={classes.icon} aria-hidden />
          {sentence}
        </div>
      )}
      {message && !message.isVisible && <VisuallyHidden>{sentence}</VisuallyHidden>}
    </div>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { MessagePreview } from '@minga/contract/messages';
import { useRef, useState } from 'react';
import classes from './messages.module.css';

/**
 * An e-mail as it looks in a mail program. Its links lead nowhere here, and screen readers get its text: the frame is a picture of it.
 */
export function LetterFrame({ letter: { subject, text, html } }: Pick<MessagePreview, 'letter'>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(480);
  const measure = () => setHeight(frame.current?.contentDocument?.body?.offsetHeight || height);
  useWindowEvent('resize', measure);
  return (
    <div className={classes.letter}>
      <p className={classes.subject}>
        <span className={classes.label}>Asunto: </span>
        <span>{subject}</span>
      </p>
      <VisuallyHidden component="p" className={classes.text}>
        {text}
      </VisuallyHidden>
      <iframe
        ref={frame}
        title="El correo"
        // Without scripts; with its origin, so that its height can be read.
        sandbox="allow-same-origin"
        srcDoc={html}
        onLoad={measure}
        style={{ height }}
        className={classes.frame}
        tabIndex={-1}
        aria-hidden
        inert
      />
    </div>
  );
}

import { Button, Group, Skeleton, VisuallyHidden } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type {
  MessagePreview as LetterFrameMessagePreview,
  NewMessage,
  Unreached,
} from '@minga/contract/messages';
import { useEffect, useId, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { usePreview, useSendMessage } from './api.ts';
import classes from './messages.module.css';
import { audienceNames, peopleText, unreachedText } from './model.ts';

interface Props {
  readonly taskId: string;
  readonly message: NewMessage;
  readonly onSent: (recipients: number) => void;
  readonly onBack: () => void;
  readonly backLabel?: string;
}

/** The message as the e-mail that it becomes, with the number of those who get it, before it is sent. */
export function MessagePreview({ taskId, message, onSent, onBack, backLabel = 'Corregir' }: Props) {
  const { mutate, data: preview, error, isPending } = usePreview(taskId);
  const send = useSendMessage(taskId);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const consequenceId = useId();

  useEffect(() => {
    heading.current?.focus();
    mutate(message);
  }, [mutate, message]);

  const hasNoRecipients = preview?.recipients === 0;
  return (
    <section aria-labelledby={id} className={classes.preview} aria-busy={isPending}>
      <h2 id={id} ref={heading} tabIndex={-1} className={classes.title}>
        Así les llega
      </h2>
      {error && <ErrorPanel error={error} retry={() => mutate(message)} />}
      {preview === undefined && !error && <Skeleton height={220} />}
      {preview && (
        <>
          <LetterFrame letter={preview.letter} />
          <p className="soft">
            <span>
              A quienes se anotaron sin cuenta les llega con un asunto general, porque no comprobaron su
              correo.
            </span>
            <UnreachedNote unreached={preview.unreached} />
          </p>
        </>
      )}
      <div className={classes.send}>
        {preview && (
          <p id={consequenceId} role="status" className={classes.consequence}>
            {hasNoRecipients
              ? 'A nadie de ese grupo le llegaría: no hay a quién enviarlo.'
              : `${audienceNames[message.to]}: ${peopleText(preview.recipients)}. No se puede deshacer.`}
          </p>
        )}
        <DialogError text={send.error ? errorText(send.error, 'No pudimos enviar el mensaje') : null} />
        <Group gap="sm" className={classes.buttons ?? ''}>
          {preview && !hasNoRecipients && (
            <BusyButton
              isBusy={send.isPending}
              busyLabel="Enviando…"
              aria-describedby={consequenceId}
              onClick={() => send.mutate(message, { onSuccess: onSent })}
            >
              {`Enviar a ${peopleText(preview.recipients)}`}
            </BusyButton>
          )}
          <Button variant="default" onClick={onBack} disabled={send.isPending}>
            {backLabel}
          </Button>
        </Group>
      </div>
    </section>
  );
}

/**
 * An e-mail as it looks in a mail program. Its links lead nowhere here, and screen readers get its text: the frame is a picture of it.
 */
function LetterFrame({ letter: { subject, text, html } }: Pick<LetterFrameMessagePreview, 'letter'>) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(480);
  const measure = () => setHeight(frame.current?.contentDocument?.body?.offsetHeight || height);
  useWindowEvent('resize', measure);
  return (
    <div className={`card ${classes.letter}`}>
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

/** Whom a message does not reach, with the way to write to them; renders nothing if it reaches everybody. */
export function UnreachedNote({ unreached }: { unreached: Unreached }) {
  const text = unreachedText(unreached);
  if (text === null) return null;
  return (
    <span>{` ${text}${unreached.withoutEmail > 0 ? ' A quienes dejaron su teléfono puedes escribirles por WhatsApp desde la lista.' : ''}`}</span>
  );
}

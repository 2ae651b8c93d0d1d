import { Button, Group, Skeleton } from '@mantine/core';
import type { NewMessage } from '@minga/contract/messages';
import { useEffect, useId, useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog-error.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { errorText } from '../../../lib/error-sentences.ts';
import { usePreview, useSendMessage } from '../api.ts';
import { audienceNames, peopleText } from '../audience-texts.ts';
import { LetterFrame } from './letter-frame.tsx';
import classes from './messages.module.css';
import { UnreachedNote } from './unreached-note.tsx';

interface Props {
  readonly taskId: string;
  readonly message: NewMessage;
  readonly onSent: (recipients: number) => void;
  readonly onBack: () => void;
  readonly backLabel?: string;
}

/** The message as the e-mail that it becomes, with the number of those who get it, before it is sent. */
export function MessagePreview({ taskId, message, onSent, onBack, backLabel = 'Seguir escribiendo' }: Props) {
  const { mutate, data: preview, error, isPending } = usePreview(taskId);
  const send = useSendMessage(taskId);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();

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
          <p className={classes.count}>
            A quienes se anotaron sin cuenta les llega con un asunto general, porque no comprobaron su correo.
          </p>
          <p className={classes.count} role="status">
            <span>
              {hasNoRecipients
                ? 'A nadie de ese grupo le llegaría: no hay a quién enviarlo.'
                : `${audienceNames[message.to]}: ${peopleText(preview.recipients)}. No se puede deshacer.`}
            </span>
            <UnreachedNote unreached={preview.unreached} />
          </p>
        </>
      )}
      <DialogError text={send.error ? errorText(send.error, 'No pudimos enviar el mensaje') : null} />
      <Group gap="sm">
        {preview && !hasNoRecipients && (
          <BusyButton
            isBusy={send.isPending}
            busyLabel="Enviando…"
            onClick={() => send.mutate(message, { onSuccess: onSent })}
          >
            {`Enviar a ${peopleText(preview.recipients)}`}
          </BusyButton>
        )}
        <Button variant="default" onClick={onBack} disabled={send.isPending}>
          {backLabel}
        </Button>
      </Group>
    </section>
  );
}

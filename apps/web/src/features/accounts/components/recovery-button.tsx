import { Button } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { MessageBox } from '../../../components/message-box.tsx';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import classes from './recovery-button.module.css';

interface Props {
  label: string;
  /** The next thing to do, rather than a way out. */
  isProminent?: boolean;
  /** What the page knows of the address; asked when the dialog opens. */
  email?: () => string;
  /** The address bar asks for the dialog; `onClose` is to take that back. */
  isWanted?: boolean | undefined;
  onClose?: (() => void) | undefined;
}

const RecoveryDialog = lazy(() =>
  import('./recovery-dialog.tsx').then(module => ({ default: module.RecoveryDialog })),
);

/** Opens the recovery dialog (spec 000 section 2). What it achieved stands here for a while when it has closed itself. */
export function RecoveryButton({
  label,
  isProminent = false,
  email = () => '',
  isWanted = false,
  onClose,
}: Props) {
  const dialog = useLazyDialog();
  const button = useRef<HTMLButtonElement>(null);
  const { message, say, clear } = useTimedMessage();

  function open() {
    clear();
    dialog.open();
  }

  function close() {
    dialog.close();
    // Opened by the address bar, it has nobody else to give the focus back to.
    button.current?.focus();
    onClose?.();
  }

  return (
    <>
      {isProminent ? (
        <Button ref={button} variant="default" onClick={open}>
          {label}
        </Button>
      ) : (
        <button ref={button} type="button" className={classes.link} onClick={open}>
          {label}
        </button>
      )}
      <MessageBox kind="success" message={message} />
      {(dialog.isMounted || isWanted) && (
        <Suspense>
          <RecoveryDialog
            isOpen={dialog.isOpen || isWanted}
            email={email}
            onClose={close}
            onSent={sentence => {
              close();
              say(sentence);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

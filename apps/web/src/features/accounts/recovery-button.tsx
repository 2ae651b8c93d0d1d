import { Button } from '@mantine/core';
import { lazy, Suspense, useRef } from 'react';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { MessageBox } from '../../components/message-box.tsx';
import { useTimedMessage } from '../../components/use-timed-message.ts';
import { useClientValue } from '../../lib/use-client-value.ts';
import classes from './sign-in.module.css';

interface Props {
  label: string;
  /** Shown as a button, for the page's main next step, instead of a link. */
  isProminent?: boolean;
  /** The address typed on the page so far; read when the dialog opens. */
  email?: () => string;
  /** A search parameter opens the dialog; `onClose` must remove that parameter. */
  isOpenFromUrl?: boolean | undefined;
  onClose?: (() => void) | undefined;
}

const RecoveryDialog = lazy(() =>
  import('./recovery-dialog.tsx').then(module => ({ default: module.RecoveryDialog })),
);

/** Opens the recovery dialog (docs/rules.md R2.4). Shows its success message after the dialog has closed itself. */
export function RecoveryButton({
  label,
  isProminent = false,
  email = () => '',
  isOpenFromUrl: isWanted = false,
  onClose,
}: Props) {
  // The server renders no dialog.
  const isOpenFromUrl = useClientValue(isWanted, false);
  const dialog = useLazyDialog();
  const button = useRef<HTMLButtonElement>(null);
  const { message, show, clear } = useTimedMessage();

  function open() {
    clear();
    dialog.open();
  }

  function close() {
    dialog.close();
    // A dialog opened by the URL has no previously focused element to return the focus to.
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
        <button
          ref={button}
          type="button"
          className={`plain ${classes.link}`}
          data-needs-code={isWanted || undefined}
          onClick={open}
        >
          {label}
        </button>
      )}
      <MessageBox kind="success" message={message} />
      {(dialog.isMounted || isOpenFromUrl) && (
        <Suspense>
          <RecoveryDialog
            isOpen={dialog.isOpen || isOpenFromUrl}
            email={email}
            onClose={close}
            onSent={sentence => {
              close();
              show(sentence);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

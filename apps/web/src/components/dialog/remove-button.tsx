import { Button } from '@mantine/core';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { errorText } from '../../lib/errors/error-sentences.ts';
import type { Outcome } from '../page/use-outcome.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useLazyDialog } from './use-lazy-dialog.ts';

const busyLabels = { Eliminar: 'Eliminando…', Quitar: 'Quitando…' } as const;

interface Props {
  verb: keyof typeof busyLabels;
  /** Identifies the item to screen readers. */
  name: string;
  id: string;
  removal: UseMutationResult<void, Error, string>;
  question: string;
  confirmLabel: string;
  /** The message after the removal. */
  done: string;
  /** Says what failed, for errors without a reason from the server. */
  fallback: string;
  outcome: Pick<Outcome, 'clear' | 'showSuccess'>;
  /** The consequences. */
  children: ReactNode;
}

/** Removes an item of a list after a question, in which a failure is shown. */
export function RemoveButton({ verb, name, id, removal, question, confirmLabel, ...props }: Props) {
  const { done, fallback, outcome, children } = props;
  const dialog = useLazyDialog();

  async function remove(): Promise<string | undefined> {
    outcome.clear();
    try {
      await removal.mutateAsync(id);
    } catch (error) {
      return errorText(error, fallback);
    }
    dialog.close();
    outcome.showSuccess(done);
    return undefined;
  }

  return (
    <>
      <Button variant="default" aria-label={`${verb}: ${name}`} onClick={dialog.open}>
        {verb}
      </Button>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title={question}
          confirmLabel={confirmLabel}
          busyLabel={busyLabels[verb]}
          isBusy={removal.isPending}
          onConfirm={remove}
          onCancel={dialog.close}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}

import { Button, Group, Modal } from '@mantine/core';
import type { Account } from '@minga/contract/administration/account';
import { type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useEffect, useEffectEvent } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import { refreshPanel } from './api.ts';
import { DialogErrorBanner, useDashboardErrors } from './errors.tsx';
import type { RowActions, RowDialogProps } from './row-actions.tsx';

export interface AccountFormProps extends Omit<RowDialogProps, 'isOpen'> {
  readonly account: Account;
}

interface Props<Key extends QueryKey> extends RowDialogProps {
  title: string;
  /** The account, refetched for the form. */
  query: UseQueryOptions<Account, Error, Account, Key>;
  /** Shown if the query fails without a message from the server. */
  fallback: string;
  loadingText: string;
  /** Mounted only while the dialog is open, so that each opening starts empty and no password stays in memory. */
  form: ComponentType<AccountFormProps>;
}

/** Edits an account of a row. */
export const AccountDialog = <Key extends QueryKey>({ isOpen, title, ...props }: Props<Key>) => (
  <Modal opened={isOpen} onClose={props.onClose} closeOnClickOutside={false} title={title}>
    <DialogErrorBanner />
    <FreshForm {...props} />
  </Modal>
);

/**
 * The form of the refetched account: the list may be some minutes old, and saving replaces all fields. If the request fails, the
 * banner shows the error and the dialog closes.
 */
function FreshForm<Key extends QueryKey>(props: Omit<Props<Key>, 'isOpen' | 'title'>) {
  const { query, fallback, loadingText, form: Form, ...dialog } = props;
  const queryClient = useQueryClient();
  const { report } = useDashboardErrors();
  const { data, error, isFetchedAfterMount } = useQuery({ ...query, staleTime: 0 });
  // An error from before this mount does not count.
  const freshError = isFetchedAfterMount ? error : null;
  const handleError = useEffectEvent((reason: Error) => {
    report(reason, fallback);
    dialog.onClose();
    void refreshPanel(queryClient);
  });
  useEffect(() => {
    if (freshError !== null) handleError(freshError);
  }, [freshError]);
  if (!isFetchedAfterMount || data === undefined) return <LoadingStatus text={loadingText} />;
  return <Form {...dialog} account={data} />;
}

interface Saving extends Omit<Parameters<RowActions['run']>[0], 'onFailed' | 'clearsItself'> {
  readonly onDone: () => void;
  /** Statuses of the response with which nothing can be saved, for example because the account was deleted. */
  readonly lostWith: readonly number[];
  /** Another account has the e-mail; the banner shows it as well. */
  readonly onTaken: (message: string) => void;
}

/** Saves what the form of an account has. */
export const saveAccount = ({ run }: RowActions, { lostWith, onTaken, ...saving }: Saving) =>
  run({
    ...saving,
    clearsItself: true,
    onFailed: error => {
      const status = error instanceof ApiError ? error.status : 0;
      if (lostWith.includes(status)) saving.onDone();
      if (status === 409) onTaken(errorText(error, saving.fallback));
    },
  });

interface SaveButtonsProps {
  isBusy: boolean;
  onCancel: () => void;
}

/** The last line of the form. */
export const SaveButtons = ({ isBusy, onCancel }: SaveButtonsProps) => (
  <Group data-dialog-buttons justify="flex-end" gap="sm">
    <Button px="md" variant="default" onClick={onCancel}>
      Cancelar
    </Button>
    <BusyButton px="md" type="submit" isBusy={isBusy} busyLabel="Guardando...">
      Guardar Cambios
    </BusyButton>
  </Group>
);

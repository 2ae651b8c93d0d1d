import type { Icon } from '@tabler/icons-react';
import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { useIntentDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { isRetryable } from '../../lib/server/query-client.ts';
import { currentToasts, dismissToast, toastSuccess } from '../../lib/toasts.ts';
import { refreshPanel } from './api.ts';
import { useDashboardErrors } from './errors.tsx';
import { caseCommand, isTyping } from './model.ts';

/** A call about a row, and the texts about its outcome. */
export interface Run {
  readonly call: () => Promise<unknown>;
  /** The toast after success. */
  readonly success: string;
  /** Shown if the call fails without a message from the server (docs/rules.md R6.9). */
  readonly fallback: string;
  readonly clearsItself?: boolean;
  /** Offered with the toast. */
  readonly undo?: Pick<Run, 'call' | 'success' | 'fallback'>;
}

interface Action extends Run {
  /** The row's id; its buttons are busy until the action ends. */
  readonly id: string;
  /** Called after success, before the list is refetched. */
  readonly onDone?: () => void;
  readonly onFailed?: (error: Error) => void;
}

export interface RowDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly actions: RowActions;
}

export type RowDialog = (props: RowDialogProps) => ReactNode;

type Effect =
  | { readonly run: Run; readonly dialog?: never }
  | { readonly dialog: RowDialog; readonly run?: never };

/** A button of a row: its call, or the dialog that it opens. */
export type RowAction = Effect & {
  readonly label: string;
  readonly icon: Icon;
  readonly tone?: 'forest' | 'clay';
  /** It decides nothing: it gets the focus when the row before it leaves (components/dialog/use-focus-recovery.ts). */
  readonly isHarmless?: boolean;
  /** Identical for two labels that replace each other, so that the button keeps the focus. */
  readonly key?: string;
};

/**
 * Actions on the rows of a list: at most one per row at a time, followed by a refetch. The state belongs to the list, because a
 * row may be unmounted before its action ends; `dialogs` is part of the list's screen.
 */
export function useRowActions() {
  const queryClient = useQueryClient();
  const { report, dismiss } = useDashboardErrors();
  // A mutation, because the cache of mutations notices that the session has ended.
  const { mutateAsync: send } = useMutation({ mutationFn: (call: Run['call']) => call() });
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  // A ref, because a double press arrives before the next render.
  const running = useRef(new Map<string, Promise<void>>());
  const { intent, isOpen, openWith, close } = useIntentDialog<{ readonly dialog: RowDialog }>();

  async function run(action: Action) {
    const { id } = action;
    if (running.current.has(id)) return;
    const ended = execute(action);
    running.current.set(id, ended);
    setBusyIds(new Set(running.current.keys()));
    await ended;
    running.current.delete(id);
    setBusyIds(new Set(running.current.keys()));
  }

  /** The last offered undo of each row: the id of its toast. */
  const offers = useRef(new Map<string, number>());

  /** Shows the success with 'Deshacer', again if that does not reach the server. */
  function offerUndo(id: string, success: string, undo: NonNullable<Run['undo']>) {
    const toastId = toastSuccess(success, async () => {
      // The toast can appear before the refetch of its action has ended.
      await running.current.get(id);
      const onFailed = (error: Error) => void (isRetryable(error) && offerUndo(id, success, undo));
      await run({ id, ...undo, onFailed });
    });
    offers.current.set(id, toastId);
  }

  async function execute(action: Action): Promise<void> {
    const { id, call, success, fallback, clearsItself = false, undo, onDone, onFailed } = action;
    dismiss(fallback);
    try {
      await send(call);
      // The row has changed since, for example by an undo with a key.
      dismissToast(offers.current.get(id) ?? 0);
      if (undo === undefined) toastSuccess(success);
      else offerUndo(id, success, undo);
      onDone?.();
    } catch (error) {
      report(error, fallback, { clearsItself });
      onFailed?.(error as Error);
    }
    // Also after a failure: another admin may have changed the row, or the response was lost.
    await refreshPanel(queryClient);
    // Waits for the render of the refetched rows, so that a press refers to what is visible.
    await new Promise<void>(resolve => notifyManager.schedule(resolve));
  }

  const open = (dialog: RowDialog) => openWith({ dialog });

  /** Starts the call of a button, or opens its dialog. */
  function press(id: string, { run: started, dialog }: RowAction) {
    if (dialog !== undefined) open(dialog);
    else void run({ id, ...started });
  }

  const actions = { run, press, open, isBusy: (id: string) => busyIds.has(id) };
  const dialogs = intent && <Suspense>{intent.dialog({ isOpen, onClose: close, actions })}</Suspense>;
  return { ...actions, dialogs };
}

/** Undoes with Z, as in the queue of reports, what the toast in sight offers to undo: with the Tab key its button is far away. */
export function undoWithKey(event: KeyboardEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || isTyping(event.target) || caseCommand(event) !== 'undo') return;
  const offer = currentToasts().find(({ undo }) => undo !== undefined);
  if (offer === undefined) return;
  dismissToast(offer.id);
  offer.undo?.();
}

/** The actions of a list, as its rows and dialogs use them. */
export interface RowActions {
  readonly run: (action: Action) => Promise<void>;
  readonly press: (id: string, action: RowAction) => void;
  readonly open: (dialog: RowDialog) => void;
  readonly isBusy: (id: string) => boolean;
}

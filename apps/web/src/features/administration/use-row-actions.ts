import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toastSuccess } from '../../lib/toasts.ts';
import { refreshPanel } from './api/panel-key.ts';
import { useDashboardErrors } from './dashboard-errors.tsx';

interface Action {
  /** The row's id; its buttons are busy until the action ends. */
  readonly id: string;
  readonly call: () => Promise<unknown>;
  /** The toast after success. */
  readonly success: string;
  /** Shown if the action fails without a message from the server (spec 001 section 8). */
  readonly fallback: string;
  readonly clearsItself?: boolean;
  /** Called after success, before the list is refetched. */
  readonly onDone?: () => void;
  readonly onFailed?: (error: unknown) => void;
}

/**
 * Actions on the rows of a list: at most one per row at a time, followed by a refetch. The state belongs to the list, because a
 * row may be unmounted before its action ends.
 */
export function useRowActions() {
  const queryClient = useQueryClient();
  const { report, dismiss } = useDashboardErrors();
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  // A ref, because a double press arrives before the next render.
  const running = useRef(new Set<string>());

  async function run({ id, call, success, fallback, clearsItself = false, onDone, onFailed }: Action) {
    if (running.current.has(id)) return;
    running.current.add(id);
    setBusyIds(new Set(running.current));
    dismiss(fallback);
    try {
      await call();
      toastSuccess(success);
      onDone?.();
    } catch (error) {
      report(error, fallback, { clearsItself });
      onFailed?.(error);
    }
    // Also after a failure: another admin may have changed the row, or the response was lost.
    await refreshPanel(queryClient);
    // Waits for the render of the refetched rows, so that a press refers to what is visible.
    await new Promise<void>(resolve => notifyManager.schedule(resolve));
    running.current.delete(id);
    setBusyIds(new Set(running.current));
  }

  return { run, isBusy: (id: string) => busyIds.has(id) };
}

export type RowActions = ReturnType<typeof useRowActions>;

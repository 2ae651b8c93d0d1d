import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { toastSuccess } from '../../lib/toasts.ts';
import { refreshPanel } from './api/panel-key.ts';
import { useDashboardErrors } from './dashboard-errors.tsx';

interface Action {
  /** Of the row, whose buttons are busy meanwhile. */
  readonly id: string;
  readonly call: () => Promise<unknown>;
  /** What is said when it went well. */
  readonly success: string;
  /** What is said when it did not and the server does not say why (spec 001 section 8). */
  readonly fallback: string;
  readonly clearsItself?: boolean;
  /** As soon as it went well, before the list is asked for anew. */
  readonly onDone?: () => void;
  readonly onFailed?: (error: unknown) => void;
}

/**
 * What is done to the rows of a list: one thing at a time to each, then the list is asked for anew. It lives with the
 * list, since a row may be gone before all is done.
 */
export function useRowActions() {
  const queryClient = useQueryClient();
  const { report, takeBack } = useDashboardErrors();
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());
  // Two presses in one moment come before what is drawn.
  const atWork = useRef(new Set<string>());

  async function run({ id, call, success, fallback, clearsItself = false, onDone, onFailed }: Action) {
    if (atWork.current.has(id)) return;
    atWork.current.add(id);
    setBusyIds(new Set(atWork.current));
    takeBack(fallback);
    try {
      await call();
      toastSuccess(success);
      onDone?.();
    } catch (error) {
      report(error, fallback, { clearsItself });
      onFailed?.(error);
    }
    // Also after a failure: it may be that somebody else has done something to it, or that the reply was lost.
    await refreshPanel(queryClient);
    // What has come is drawn first: a press would else be about what stood there before.
    await new Promise<void>(resolve => notifyManager.schedule(resolve));
    atWork.current.delete(id);
    setBusyIds(new Set(atWork.current));
  }

  return { run, isBusy: (id: string) => busyIds.has(id) };
}

export type RowActions = ReturnType<typeof useRowActions>;

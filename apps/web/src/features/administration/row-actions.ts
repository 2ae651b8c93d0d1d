import type { Activity } from '@minga/contract/activities';
import { BULK_MAX } from '@minga/contract/administration/bulk-decisions';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isRetryable } from '../../lib/query-client.ts';
import { dismissToast, toastSuccess } from '../../lib/toasts.ts';
import { useDashboardErrors } from './errors.tsx';
import { refreshPanel } from './panel-api.ts';

interface Action {
  /** The row's id; its buttons are busy until the action ends. */
  readonly id: string;
  readonly call: () => Promise<unknown>;
  /** The toast after success. */
  readonly success: string;
  /** Shown if the action fails without a message from the server (docs/rules.md R6.9). */
  readonly fallback: string;
  readonly clearsItself?: boolean;
  /** Offered with the toast. */
  readonly undo?: Pick<Action, 'call' | 'success' | 'fallback'>;
  /** Called after success, before the list is refetched. */
  readonly onDone?: () => void;
  readonly onFailed?: (error: Error) => void;
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
  const running = useRef(new Map<string, Promise<void>>());

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
  function offerUndo(id: string, success: string, undo: NonNullable<Action['undo']>) {
    const toastId = toastSuccess(success, async () => {
      // The toast can appear before the refetch of its action has ended.
      await running.current.get(id);
      const onFailed = (error: Error) => void (isRetryable(error) && offerUndo(id, success, undo));
      await run({ id, ...undo, onFailed });
    });
    offers.current.set(id, toastId);
  }

  async function execute({
    id,
    call,
    success,
    fallback,
    clearsItself = false,
    undo,
    onDone,
    onFailed,
  }: Action): Promise<void> {
    dismiss(fallback);
    try {
      await call();
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

  return { run, isBusy: (id: string) => busyIds.has(id) };
}

export type RowActions = ReturnType<typeof useRowActions>;

/** Of a chosen activity: its id and the status in which it was seen. */
export type ChosenRow = Pick<Activity, '_id' | 'status'>;

interface Selection {
  /** The list's filters when it started: other filters end it. */
  readonly listKey: string;
  readonly rows: readonly ChosenRow[];
}

const none: readonly ChosenRow[] = [];

/** Rows of a list that are chosen for one action on all of them. It stays while the pages of the list are turned. */
export function useRowSelection(listKey: string) {
  const [selection, setSelection] = useState<Selection | null>(null);
  const current = selection?.listKey === listKey ? selection : null;
  const rows = current?.rows ?? none;
  const choose = (chosen: readonly ChosenRow[]) => setSelection({ listKey, rows: chosen.slice(0, BULK_MAX) });

  return {
    /** The check boxes are shown. */
    isActive: current !== null,
    rows,
    has: (id: string) => rows.some(({ _id }) => _id === id),
    start: () => choose([]),
    stop: () => setSelection(null),
    toggle: (row: ChosenRow) => choose(hasAll(rows, [row]) ? without(rows, [row]) : [...rows, row]),
    /** Chooses all rows of the page or, if they all are, none of them. */
    togglePage: (page: readonly ChosenRow[]) =>
      choose(hasAll(rows, page) ? without(rows, page) : [...without(rows, page), ...page]),
  };
}

export type RowSelection = ReturnType<typeof useRowSelection>;

export const hasAll = (rows: readonly ChosenRow[], page: readonly ChosenRow[]): boolean =>
  page.length > 0 && page.every(({ _id }) => rows.some(row => row._id === _id));

const without = (rows: readonly ChosenRow[], page: readonly ChosenRow[]): ChosenRow[] =>
  rows.filter(({ _id }) => page.every(row => row._id !== _id));

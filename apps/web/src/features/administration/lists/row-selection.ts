import type { Activity } from '@minga/contract/activities';
import { BULK_MAX } from '@minga/contract/administration/bulk-decisions';
import { useState } from 'react';

/** A chosen activity: its id and the status in which it was seen. */
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

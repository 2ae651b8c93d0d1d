import { UNDO_MS } from '@minga/contract/undo';

type ToastKind = 'error' | 'success' | 'notice';

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** Called when the person presses 'Deshacer', which the toast then has. */
  readonly undo?: () => void;
}

/** The maximum number of visible toasts and their durations (docs/rules.md R2.16, docs/rules.md R5.6). */
export const TOASTS_MAX = 20;
const TOAST_MS: Record<ToastKind, number> = { error: 4000, success: 2000, notice: 4000 };

export const durationOf = ({ kind, undo }: Toast): number => (undo === undefined ? TOAST_MS[kind] : UNDO_MS);

let shown: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Shows an error for 4 s, announced immediately. Returns the toast's id. */
export const toastError = (text: string): number => add('error', text);

/**
 * Shows a success for 2 s, announced politely; for 10 s if it can be undone. What can be undone is the last thing alone: the toasts
 * of several decisions in a row would cover a phone's screen.
 */
export const toastSuccess = (text: string, undo?: () => void): number => add('success', text, undo);

/** Shows a notification with a bell for 4 s, announced politely. */
export const toastNotice = (text: string): number => add('notice', text);

export function dismissToast(id: number): void {
  show(shown.filter(toast => toast.id !== id));
}

/** The visible toasts, the oldest first; the same array until they change. */
export const currentToasts = (): readonly Toast[] => shown;

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function add(kind: ToastKind, text: string, undo?: () => void): number {
  lastId += 1;
  const others = undo === undefined ? shown : shown.filter(toast => toast.undo === undefined);
  show([...others, { id: lastId, kind, text, ...(undo && { undo }) }].slice(-TOASTS_MAX));
  return lastId;
}

function show(toasts: readonly Toast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}

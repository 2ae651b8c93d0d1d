import { dismissToast, toastNotice } from '../../lib/toasts.ts';
import type { Entry } from './entry.ts';

/** Arrivals within this window share one toast, so that a user who was away for a day does not get ten. */
const BATCH_WINDOW_MS = 1_000;

/** Shows arrivals as toasts. The returned function takes each arrival and its time. */
export function createArrivalToast(): (arrival: Entry, now: number) => void {
  let last = { toast: 0, count: 0, at: Number.NEGATIVE_INFINITY };
  return ({ title, message }, now) => {
    const count = now - last.at < BATCH_WINDOW_MS ? last.count + 1 : 1;
    if (count > 1) dismissToast(last.toast);
    const text = count > 1 ? `Tienes ${count} avisos nuevos` : `${title}: ${message}`;
    last = { toast: toastNotice(text), count, at: now };
  };
}

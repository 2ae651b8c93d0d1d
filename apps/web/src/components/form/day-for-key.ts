import dayjs, { type Dayjs } from 'dayjs';

type Move = (day: Dayjs, isFar: boolean) => Dayjs;

/** The keys of the ARIA date picker (https://www.w3.org/WAI/ARIA/apg/patterns/dialog-modal/examples/datepicker-dialog/). */
const moves: Readonly<Record<string, Move>> = {
  ArrowLeft: day => day.subtract(1, 'day'),
  ArrowRight: day => day.add(1, 'day'),
  ArrowUp: day => day.subtract(7, 'day'),
  ArrowDown: day => day.add(7, 'day'),
  // A week starts on Monday, which is 1; Sunday is 0.
  Home: day => day.subtract((day.day() + 6) % 7, 'day'),
  End: day => day.add((7 - day.day()) % 7, 'day'),
  PageUp: (day, isFar) => day.subtract(1, isFar ? 'year' : 'month'),
  PageDown: (day, isFar) => day.add(1, isFar ? 'year' : 'month'),
};

interface Choice {
  readonly today: string;
  /** The only past day that can be selected, or null. */
  readonly originalDay: string | null;
  /** The last day that can be selected, if there is one. */
  readonly lastDay?: string | undefined;
}

/** Whether this day can be selected. Days are texts such as `2026-12-05`. */
export const isSelectable = (day: string, { today, originalDay, lastDay }: Choice): boolean =>
  (day >= today && (lastDay === undefined || day <= lastDay)) || day === originalDay;

/** The day to which a key moves in the calendar: the nearest selectable day; null when the key does not move. */
export function dayForKey(
  from: string,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  choice: Choice,
): string | null {
  const move = moves[key];
  if (move === undefined) return null;
  const to = move(dayjs(from), shiftKey).format('YYYY-MM-DD');
  if (isSelectable(to, choice)) return to;
  const { today, originalDay, lastDay } = choice;
  if (lastDay !== undefined && to > lastDay) return lastDay;
  return to < from && originalDay !== null && originalDay < today ? originalDay : today;
}

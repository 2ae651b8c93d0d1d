import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

interface Place {
  readonly element: Element;
  readonly list: Element;
  /** The row's id and index, and the index of the button in it; -1 is the last one. */
  readonly id: string | undefined;
  readonly row: number;
  readonly button: number;
}

/**
 * Restores the focus when the focused element leaves a list: to the same button of the row if the row only moved (mark
 * rows with `data-row`, their id), else to what has `data-harmless` in it; of the row that moves up or of the last row to that one,
 * else to the last or the same button; or to `fallback`. The browser would start again at the top of the page. Returns the ref for the
 * element that contains the rows.
 */
export function useFocusRecovery(
  fallback: RefObject<Pick<HTMLElement, 'focus'> | null>,
  nextButton: 'last' | 'same' = 'last',
): RefCallback<HTMLElement> {
  const last = useRef<Place | null>(null);

  useLayoutEffect(() => {
    const lost = last.current;
    if (lost === null || lost.element.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) (successor(lost, nextButton) ?? fallback.current)?.focus();
  });

  return useCallback((list: HTMLElement) => {
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) last.current = placeOf(target, list);
    };
    list.addEventListener('focusin', remember);
    return () => list.removeEventListener('focusin', remember);
  }, []);
}

const rowsOf = (list: Element) => [...list.querySelectorAll<HTMLElement>('[data-row]')];
const buttonsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('button')];

function placeOf(element: HTMLElement, list: Element): Place {
  const row = element.closest<HTMLElement>('[data-row]');
  const place = { element, list, id: row?.dataset.row };
  if (row === null) return { ...place, row: 0, button: -1 };
  const buttons = buttonsOf(row);
  const isLast = buttons.at(-1) === element;
  return { ...place, row: rowsOf(list).indexOf(row), button: isLast ? -1 : buttons.indexOf(element) };
}

function successor({ list, id, row, button }: Place, nextButton: 'last' | 'same'): HTMLElement | undefined {
  // A list that left with its last row still has it.
  const rows = list.isConnected ? rowsOf(list) : [];
  const same = rows.find(({ dataset }) => dataset.row === id);
  if (same) return buttonsOf(same).at(button) ?? harmlessOf(same);
  const next = rows.at(Math.min(row, rows.length - 1));
  return next && (harmlessOf(next) ?? buttonsOf(next).at(nextButton === 'last' ? -1 : button));
}

/** Controls that decide nothing, so that a repeated press does no harm. */
const harmlessOf = (row: Element) => row.querySelector<HTMLElement>('[data-harmless]') ?? undefined;

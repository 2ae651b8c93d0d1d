import { type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { type CaseCommand, caseCommand, isTyping } from './case-keys.ts';

/** For this long after the focus has moved to the next case by itself, a key can still be meant for the one that has left. */
const MOVED_MS = 700;

/**
 * The focus in the queue of cases. One case is the tab stop; keys move between them or are commands, only while the focus is in
 * the queue. `keys` are those of the cases in their order.
 */
export function useCaseFocus(
  keys: readonly string[],
  fallback: RefObject<HTMLElement | null>,
  run: (command: CaseCommand, key: string | null) => void,
) {
  const feed = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState<string | null>(null);
  /** When a removal moved the focus, in milliseconds of the page; null: a key has moved it since. */
  const movedAt = useRef<number | null>(null);
  const current = stop !== null && keys.includes(stop) ? stop : keys[0];

  const elementOf = (key: string | undefined): HTMLElement | null =>
    key === undefined
      ? null
      : (feed.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(key)}"]`) ?? null);

  const keyOf = (element: EventTarget | null): string | null =>
    element instanceof Element ? (element.closest<HTMLElement>('[data-case]')?.dataset.case ?? null) : null;

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    // The events of dialogs reach their React parents, too.
    if (!(target instanceof Element) || !currentTarget.contains(target) || isTyping(target)) return;
    const command = caseCommand(event);
    if (command === null) return;
    event.preventDefault();
    run(command, keyOf(target));
  }

  return {
    /** Props of the queue with its heading, on which the focus is when no case is left. */
    queue: { onKeyDown: handleKey },
    /** Props of the element around the cases. */
    feed: {
      ref: feed,
      onFocus: ({ target }: { target: EventTarget }) => setStop(keyOf(target)),
    },
    isStop: (key: string) => key === current,
    move(direction: 'next' | 'previous', from: string | null) {
      movedAt.current = null;
      const index = keys.indexOf(from ?? '') + (direction === 'next' ? 1 : -1);
      elementOf(keys[index])?.focus();
    },
    toCase: (key: string) => elementOf(key)?.focus(),
    /** Call before a case may leave the queue; the returned function focuses the next one if the focus left with it. */
    afterRemoval(key: string) {
      const index = keys.indexOf(key);
      const successors = [...keys.slice(index + 1), ...keys.slice(0, Math.max(index, 0)).reverse()];
      return () => {
        if (elementOf(key) !== null || document.activeElement !== document.body) return;
        const next = successors.map(elementOf).find(element => element !== null);
        (next ?? fallback.current)?.focus();
        movedAt.current = performance.now();
      };
    },
    /** Whether a key that is pressed now is too early to be about the focused case. */
    hasJustMoved: () => movedAt.current !== null && performance.now() - movedAt.current < MOVED_MS,
  };
}

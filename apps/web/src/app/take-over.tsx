import { type ReactNode, startTransition, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { type Begun, find, popoverAt, whatIsBegun } from './begun.ts';
import { applyWholeStyles } from './whole-styles.ts';

/** Cards that are laid out between two frames. */
const AT_A_TIME = 6;

/**
 * Puts the app into the place of what the server painted in `root`: drawn bit by bit, so that the phone keeps answering,
 * and shown at once. One stays where one reads; what was pressed, written or focused meanwhile goes on in the app.
 */
export function takeOver(root: HTMLElement, app: ReactNode): void {
  const listening = new AbortController();
  const { signal } = listening;
  let begun = whatIsBegun(root);
  const note = () => {
    if (!signal.aborted) begun = whatIsBegun(root);
  };
  for (const type of ['input', 'focusin', 'toggle', 'selectionchange', 'scroll', 'mousedown']) {
    document.addEventListener(type, note, { signal, capture: true });
  }
  // After first-paint.js, which marks what is pressed.
  addEventListener('click', note, { signal });
  // What is removed loses the focus as well, in the midst of being replaced: that is not to be noted.
  root.addEventListener('focusout', () => queueMicrotask(note), { signal });

  function onPlaced() {
    listening.abort();
    applyWholeStyles();
    delete root.dataset.painted;
    if (begun.scrolled === 0) placeBitByBit(root);
    keepPlace(root, begun);
  }
  // After React's own work: of what happens in the midst of it, it takes note too late for a caret to stay.
  const onDrawn = () => queueMicrotask(() => goOn(root, begun));
  const placed = (
    <Placed onPlaced={onPlaced} onDrawn={onDrawn}>
      {app}
    </Placed>
  );
  startTransition(() => createRoot(root).render(placed));
}

interface PlacedProps {
  /** Before anybody sees it. */
  onPlaced: () => void;
  /** When it can be used. */
  onDrawn: () => void;
  children: ReactNode;
}

function Placed({ onPlaced, onDrawn, children }: PlacedProps) {
  useLayoutEffect(onPlaced, [onPlaced]);
  useEffect(onDrawn, [onDrawn]);
  return children;
}

/** What is far down is laid out after what one sees, some of it at a time: all at once a phone would answer too late. */
function placeBitByBit(root: HTMLElement): void {
  const unplaced = [...root.querySelectorAll<HTMLElement>('[data-later]')];
  for (const { dataset } of unplaced) dataset.unplaced = '';
  const placeSome = () => {
    for (const { dataset } of unplaced.splice(0, AT_A_TIME)) delete dataset.unplaced;
    if (unplaced.length > 0) requestAnimationFrame(() => setTimeout(placeSome));
  };
  requestAnimationFrame(() => setTimeout(placeSome));
}

function keepPlace(root: HTMLElement, begun: Begun): void {
  const { focused, written, popover, scrolled } = begun;
  popoverAt(root, popover)?.showPopover();
  for (const { field, words } of written) setValue(find(root, field), words);
  find(root, focused)?.focus({ preventScroll: true });
  placeCaret(root, begun);
  finishPress(root, begun);
  // The router goes to the top of what it takes for a new page, or to where one was on a page that one comes back to.
  if (scrolled > 0) scrollTo({ top: scrolled, behavior: 'instant' });
}

/** A button that is replaced while the mouse holds it down gets no click from the browser when it is let go. */
function finishPress(root: HTMLElement, { held }: Begun): void {
  if (held === null) return;
  const onUp = ({ target }: MouseEvent) => {
    const button = find(root, held);
    if (target instanceof Node && button?.contains(target)) button.click();
  };
  document.addEventListener('mouseup', onUp, { once: true, capture: true });
}

function goOn(root: HTMLElement, begun: Begun): void {
  const button = find(root, begun.pressed);
  for (const { field, words } of begun.written) {
    const input = find(root, field);
    // The app may have been drawn once more, with what it knows.
    setValue(input, words);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  }
  placeCaret(root, begun);
  button?.click();
}

function placeCaret(root: HTMLElement, { focused, selection }: Begun): void {
  const field = find(root, focused);
  if (selection && field instanceof HTMLInputElement) field.setSelectionRange(...selection);
}

/** React hears of a value only when it is set past its own setter. */
function setValue(field: HTMLElement | undefined, value: string): void {
  if (!(field instanceof HTMLInputElement)) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
}

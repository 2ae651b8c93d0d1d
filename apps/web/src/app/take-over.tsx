import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';

const BUTTONS = 'button';
const FIELDS = 'input';
const FOCUSABLE = 'a[href], button, input, select, [tabindex]';

/** What somebody began on a painted page before the app took it over; places count the elements of a kind. */
interface Begun {
  readonly pressed: number;
  readonly focused: number;
  /** What was written, by the place of its field. */
  readonly words: ReadonlyMap<number, string>;
}

/**
 * Puts the app into the place of what the server painted in `root`: drawn bit by bit, so that the phone keeps answering,
 * and shown at once. What was pressed, written or focused meanwhile goes on in the app.
 */
export function takeOver(root: HTMLElement, app: ReactNode): void {
  const listening = new AbortController();
  let begun = whatIsBegun(root);
  const note = () => {
    begun = whatIsBegun(root);
  };
  for (const type of ['click', 'input', 'focusin', 'focusout']) {
    root.addEventListener(type, note, { signal: listening.signal });
  }
  function onDrawn() {
    listening.abort();
    delete root.dataset.painted;
    goOn(root, begun);
  }
  startTransition(() => createRoot(root).render(<Drawn onDrawn={onDrawn}>{app}</Drawn>));
}

function Drawn({ onDrawn, children }: { onDrawn: () => void; children: ReactNode }) {
  useEffect(onDrawn, [onDrawn]);
  return children;
}

const all = <E extends HTMLElement>(root: HTMLElement, selector: string) => [
  ...root.querySelectorAll<E>(selector),
];

/** The app's first screen has the same elements in the same order, so that their places tell which they are. */
function whatIsBegun(root: HTMLElement): Begun {
  const fields = all<HTMLInputElement>(root, FIELDS);
  return {
    pressed: all(root, BUTTONS).findIndex(button => button.dataset.pressed !== undefined),
    focused: all(root, FOCUSABLE).indexOf(document.activeElement as HTMLElement),
    words: new Map(
      [...fields.entries()]
        .filter(([, field]) => field.value !== field.defaultValue)
        .map(([place, field]) => [place, field.value]),
    ),
  };
}

function goOn(root: HTMLElement, { pressed, focused, words }: Begun): void {
  all(root, FOCUSABLE)[focused]?.focus();
  const fields = all<HTMLInputElement>(root, FIELDS);
  for (const [place, value] of words) write(fields[place], value);
  all(root, BUTTONS)[pressed]?.click();
}

/** As a person does: React hears of it only when the value is set past its own setter. */
function write(field: HTMLInputElement | undefined, value: string): void {
  if (field === undefined) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

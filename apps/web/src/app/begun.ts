const FOCUSABLE = 'a[href], button, input, select, [tabindex]';
const POPOVERS = '[popover]';
const FIELDS = 'input:not([type="hidden"])';
const NOTHING = ':not(*)';

/** Which element, told so that the app's own is found again: what it is, and which of those that are alike. */
interface Mark {
  readonly key: string;
  readonly nth: number;
}

interface Written {
  readonly field: Mark;
  readonly words: string;
}

/** What somebody began on a painted page before the app took it over. */
export interface Begun {
  readonly pressed: Mark | null;
  /** The button that the mouse holds down. */
  readonly held: Mark | null;
  readonly focused: Mark | null;
  /** Where the caret or the selection is in the focused field. */
  readonly selection: readonly [start: number, end: number] | null;
  readonly written: readonly Written[];
  /** The place of an open one among the popovers, else -1. */
  readonly popover: number;
  readonly scrolled: number;
}

const all = <E extends HTMLElement>(root: HTMLElement, selector: string) => [
  ...root.querySelectorAll<E>(selector),
];

export function whatIsBegun(root: HTMLElement): Begun {
  const pressed = root.querySelector<HTMLElement>('[data-pressed]');
  const focused = root.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  return {
    pressed: markOf(root, pressed),
    held: markOf(root, root.querySelector('button:active')),
    focused: markOf(root, focused),
    selection: selectionIn(focused),
    // A search for what was written before would take away what was chosen of the page after it.
    written: all<HTMLInputElement>(root, pressed?.closest('main') ? NOTHING : FIELDS)
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .flatMap(input => {
        const field = markOf(root, input);
        return field ? [{ field, words: input.value }] : [];
      }),
    popover: all(root, POPOVERS).findIndex(isOpen),
    scrolled: scrollY,
  };
}

function selectionIn(field: Element | null): Begun['selection'] {
  if (!(field instanceof HTMLInputElement)) return null;
  const { selectionStart: start, selectionEnd: end } = field;
  return start === null || end === null ? null : [start, end];
}

export const find = (root: HTMLElement, mark: Mark | null): HTMLElement | undefined =>
  mark === null ? undefined : alike(root, mark.key)[mark.nth];

export const popoverAt = (root: HTMLElement, place: number): HTMLElement | undefined =>
  all(root, POPOVERS)[place];

function markOf(root: HTMLElement, element: HTMLElement | null): Mark | null {
  if (element === null) return null;
  const key = keyOf(element);
  const nth = alike(root, key).indexOf(element);
  return nth < 0 ? null : { key, nth };
}

const alike = (root: HTMLElement, key: string) =>
  all(root, FOCUSABLE).filter(element => keyOf(element) === key);

/** A button of another name is another button, also in the same place; so is one of the same name on another card. */
function keyOf(element: HTMLElement): string {
  const card = element.closest('article')?.getAttribute('aria-labelledby');
  const named = ['name', 'href', 'aria-label'].map(name => element.getAttribute(name)).find(Boolean);
  return [card, element.tagName, named ?? element.textContent].join('|');
}

// Browsers before 2024 have no popovers, and do not know the selector.
function isOpen(popover: HTMLElement): boolean {
  try {
    return popover.matches(':popover-open');
  } catch {
    return false;
  }
}

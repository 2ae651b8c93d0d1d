import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** More tab stops than any screen has between two consecutive steps of a test. */
const STOPS_MAX = 80;

/** Presses Tab until `target` has the focus, and expects a visible focus indicator at every stop. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const page = target.page();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    const { fault, isThere } = await target.evaluate(focusState);
    expect(fault).toBeNull();
    if (isThere) return;
  }
  throw new Error(`no Tab leads to ${target}`);
}

/**
 * Presses a key on the focused element, once it is not busy with an earlier action, and waits for `outcome`. Then expects that some
 * element has the focus and that no dialog covers it: a closing dialog returns the focus some milliseconds before it is removed.
 */
export async function press(page: Page, key: string, outcome: () => Promise<unknown>): Promise<void> {
  await expect(page.locator('[aria-disabled="true"]:focus')).toHaveCount(0);
  await page.keyboard.press(key);
  await outcome();
  await expect.poll(() => page.evaluate(hasFocusOnTop)).toBe(true);
}

/** Moves the focus to `target` and presses Enter. */
export async function enter(target: Locator, outcome: () => Promise<unknown>): Promise<void> {
  await tabTo(target);
  await press(target.page(), 'Enter', outcome);
}

/** Moves the focus to a field and replaces its text. */
export async function replaceText(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(text);
}

/** Whether `above` covers the middle of `below`. */
export async function covers(above: Locator, below: Locator): Promise<boolean> {
  const [box, hidden] = [await above.boundingBox(), await below.boundingBox()];
  if (box === null || hidden === null) throw new Error('one of the elements is not visible');
  const [x, y] = [hidden.x + hidden.width / 2, hidden.y + hidden.height / 2];
  return box.x < x && x < box.x + box.width && box.y < y && y < box.y + box.height;
}

/** Runs in the page. */
function hasFocusOnTop(): boolean {
  const { activeElement, body } = document;
  const dialogs = [...document.querySelectorAll('[aria-modal="true"]')];
  return (
    activeElement !== body && (dialogs.length === 0 || dialogs.some(dialog => dialog.contains(activeElement)))
  );
}

/**
 * Runs in the page: whether `target` has the focus, and why the focused control is not recognisable (WCAG 2.4.7, 2.4.11). The
 * fault is null if it is recognisable or if the document itself has the focus.
 */
async function focusState(target: Element): Promise<{ isThere: boolean; fault: string | null }> {
  const element = document.activeElement;
  const isThere = element === target;
  if (element === null || element === document.body || element instanceof HTMLIFrameElement) {
    return { isThere, fault: null };
  }
  const name = `${element.localName} '${element.getAttribute('aria-label') ?? element.textContent?.trim()}'`;

  // The visible replacement of a native control is its sibling or its parent.
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
  const drawn = [element, element.nextElementSibling, element.parentElement, label].filter(
    part => part != null,
  );
  const isRinged = drawn
    .flatMap(part => [getComputedStyle(part), getComputedStyle(part, '::after')])
    .some(
      ({ outlineStyle, outlineWidth, outlineColor }) =>
        outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor),
    );
  if (!isRinged) return { isThere, fault: `${name} has no focus ring` };

  const isVisible = () => {
    const { left, top, right, bottom } = (label ?? element).getBoundingClientRect();
    const across = [left + 2, (left + right) / 2, right - 2];
    const down = [top + 2, (top + bottom) / 2, bottom - 2];
    return across.some(x =>
      down.some(y => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && drawn.some(part => part.contains(hit));
      }),
    );
  };
  // A toast that covers the focused element moves aside in the next frame.
  if (!isVisible()) await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return { isThere, fault: isVisible() ? null : `${name} is covered or outside the viewport` };
}

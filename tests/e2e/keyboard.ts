import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** More than any screen has between two things that one does after one another. */
const STOPS_MAX = 80;

/** Goes on with Tab alone until the focus is on `target`; at every stop on the way one must see where one is. */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  const page = target.page();
  for (let stop = 0; stop < STOPS_MAX; stop += 1) {
    await page.keyboard.press(key);
    const { fault, isThere } = await target.evaluate(stateOfFocus);
    expect(fault).toBeNull();
    if (isThere) return;
  }
  throw new Error(`no Tab leads to ${target}`);
}

/**
 * Presses a key where the focus is; once `outcome` has come about, the focus is still somewhere, and no dialog above it: one
 * that closes gives it back some milliseconds before it is gone.
 */
export async function press(page: Page, key: string, outcome: () => Promise<unknown>): Promise<void> {
  await page.keyboard.press(key);
  await outcome();
  await expect.poll(() => page.evaluate(hasFocusOnTop)).toBe(true);
}

/** Goes to `target` and presses Enter. */
export async function enter(target: Locator, outcome: () => Promise<unknown>): Promise<void> {
  await tabTo(target);
  await press(target.page(), 'Enter', outcome);
}

/** Goes to a field and writes into it, in the place of what it held. */
export async function write(field: Locator, text: string): Promise<void> {
  await tabTo(field);
  const { keyboard } = field.page();
  await keyboard.press('ControlOrMeta+a');
  await keyboard.type(text);
}

/** Whether `above` covers the middle of `below`. */
export async function liesOn(above: Locator, below: Locator): Promise<boolean> {
  const [box, hidden] = [await above.boundingBox(), await below.boundingBox()];
  if (box === null || hidden === null) throw new Error('one of them is not seen');
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
 * Runs in the page: has `target` the focus, and why can one not see which control has it (WCAG 2.4.7, 2.4.11)? Null where
 * one can; the document itself is none.
 */
function stateOfFocus(target: Element): { isThere: boolean; fault: string | null } {
  const element = document.activeElement;
  const isThere = element === target;
  if (element === null || element === document.body || element instanceof HTMLIFrameElement) {
    return { isThere, fault: null };
  }
  const name = `${element.localName} '${element.getAttribute('aria-label') ?? element.textContent?.trim()}'`;

  // What is drawn in the place of a native control lies beside it, or around it.
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
  if (!isRinged) return { isThere, fault: `${name} has no ring` };

  const { left, top, right, bottom } = (label ?? element).getBoundingClientRect();
  const across = [left + 2, (left + right) / 2, right - 2];
  const down = [top + 2, (top + bottom) / 2, bottom - 2];
  const isSeen = across.some(x =>
    down.some(y => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && drawn.some(part => part.contains(hit));
    }),
  );
  return { isThere, fault: isSeen ? null : `${name} is covered, or out of sight` };
}

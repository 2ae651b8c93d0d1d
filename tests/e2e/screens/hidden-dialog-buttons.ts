import type { Page } from '@playwright/test';

/** The first is the phone of the design, the others are a smaller one and the same in landscape. */
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 360, height: 640 },
  { width: 740, height: 360 },
] as const;

/** The buttons of the open dialog that are not in view at the end of its content or at its start, each with the size of the window. */
export async function hiddenDialogButtons(page: Page): Promise<string[]> {
  if ((await page.getByRole('dialog').filter({ visible: true }).count()) === 0) return [];
  const before = page.viewportSize();
  const hidden: string[] = [];
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    const names = await page.evaluate(coveredButtons);
    hidden.push(...names.map(name => `${window.width} × ${window.height}: ${name}`));
  }
  if (before !== null) await page.setViewportSize(before);
  return hidden;
}

/** Runs in the page: the buttons at the foot of dialogs, and those that submit, which a press does not reach at some scroll position. */
async function coveredButtons(): Promise<string[]> {
  const BUTTONS = '[role=dialog] [data-dialog-buttons] button, [role=dialog] form button[type=submit]';
  const covered = new Set<string>();
  for (const end of [0, Number.MAX_SAFE_INTEGER]) {
    for (const content of document.querySelectorAll('.mantine-Modal-content')) content.scrollTop = end;
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    for (const button of document.querySelectorAll(BUTTONS)) {
      if (!button.checkVisibility() || button.closest('[inert]') !== null) continue;
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const isInside = top >= 0 && bottom <= innerHeight;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!isInside || !(hit !== null && button.contains(hit))) covered.add(button.textContent ?? '');
    }
  }
  return [...covered];
}

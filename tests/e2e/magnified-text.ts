import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';

/** Of a browser, in pixels. */
const FONT_SIZE = 16;
/** Of the 740 pixels of the screen, for the bars that stay in view. */
const BARS_MAX = 170;

/** Doubles the size of the text (WCAG 1.4.4) on a narrow phone, checks that it is legible, and restores the size. */
export async function expectLegibleMagnified(page: Page): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const protocol = await page.context().newCDPSession(page);
  // As in the settings of the browser: styles of the document alone would not reach the sizes in media queries.
  const setFontSize = (standard: number) => protocol.send('Page.setFontSizes', { fontSizes: { standard } });
  await setFontSize(2 * FONT_SIZE);
  await expectAccessible(page);
  // The window of a phone widens with what is too wide for it.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await page.evaluate(cutButtons)).toEqual([]);
  expect(await page.evaluate(smallHeadings)).toEqual([]);
  expect(await page.evaluate(barsHeight)).toBeLessThan(BARS_MAX);
  await setFontSize(FONT_SIZE);
  await protocol.detach();
  // A screen of 1280 × 800 at 200 %, and a phone held sideways.
  for (const [width, height] of [
    [640, 400],
    [740, 360],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(await page.evaluate(tallPictures)).toEqual([]);
  }
}

/** Runs in the page: the headings that are smaller than the paragraphs that follow them. */
function smallHeadings(): string[] {
  const size = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize);
  return [...document.querySelectorAll('main :is(h1, h2, h3)')]
    .filter(heading => {
      const next = heading.nextElementSibling ?? heading.parentElement?.nextElementSibling;
      return next?.matches('p') && heading.getClientRects().length > 0 && size(heading) < size(next);
    })
    .map(heading => heading.textContent);
}

/** Runs in the page: the pictures that leave less than half of the window to everything else, but for figures of a text. */
function tallPictures(): string[] {
  return [...document.querySelectorAll('main img:not(figure img)')]
    .filter(picture => picture.getBoundingClientRect().height > innerHeight / 2)
    .map(picture => picture.getAttribute('alt') ?? '');
}

/** Runs in the page: the texts of the buttons that do not contain their whole label, or reach out of their card. */
function cutButtons(): string[] {
  return [...document.querySelectorAll('.mantine-Button-root')]
    .filter(button => {
      const name = button.querySelector('.mantine-Button-label') ?? button;
      // Cards out of view are not laid out, and the name of an icon is for screen readers.
      if (!button.checkVisibility({ contentVisibilityAuto: true }) || name.clientWidth <= 1) return false;
      const card = button.closest('article, aside')?.getBoundingClientRect();
      if (card !== undefined && card.right < button.getBoundingClientRect().right) return true;
      const label = document.createRange();
      label.selectNodeContents(name);
      const [text, box] = [label.getBoundingClientRect(), button.getBoundingClientRect()];
      return text.top < box.top || text.bottom > box.bottom || text.left < box.left || text.right > box.right;
    })
    .map(button => button.textContent);
}

/** Runs in the page. The header of pages outside of the app scrolls with them. */
function barsHeight(): number {
  const isPinned = (element: Element | null): boolean =>
    element !== null &&
    (/fixed|sticky/.test(getComputedStyle(element).position) || isPinned(element.parentElement));
  return [...document.querySelectorAll('header:has(nav), nav[aria-label="Accesos rápidos"]')]
    .filter(isPinned)
    .map(bar => bar.getBoundingClientRect().height)
    .reduce((sum, height) => sum + height, 0);
}

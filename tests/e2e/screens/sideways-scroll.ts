import type { Page } from '@playwright/test';
import * as activities from './activity-fixtures.ts';
import { accountHolders, guest, otherMembers, otherOrganisers, visitorNames } from './viewers.ts';

const written = Object.values(activities).flatMap(group => Object.values(group));

/** The texts of the community that people wrote and that screens show in one line: titles, places and names. */
const TEXTS: readonly string[] = [
  ...written.flatMap(({ title, place, responsible }) => [title, place, responsible]),
  ...[...Object.values(accountHolders), ...otherMembers, ...Object.values(otherOrganisers)].map(
    ({ username }) => username,
  ),
  ...visitorNames,
  guest.name,
].filter(text => text !== '');

const WIDTHS = [320, 412, 480];

/**
 * Opens every fold of the page and makes a word of 90 characters of each text that people wrote. Returns the widths between 320 and
 * 480 px at which the page then scrolls sideways, with the elements that reach beyond the window.
 */
export async function sidewaysScroll(page: Page): Promise<string[]> {
  await page.evaluate(fillWithLongWords, TEXTS);
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    found.push(...(await page.evaluate(elementsBeyond, width)));
  }
  return found;
}

function fillWithLongWords(texts: readonly string[]): void {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = texts.find(one => node.textContent?.includes(one));
    if (text !== undefined) node.textContent = (node.textContent ?? '').replace(text, 'm'.repeat(90));
  }
}

/** Measured in the second frame after a resize: open lists follow their input in the first. */
async function elementsBeyond(width: number): Promise<string[]> {
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const wide = [...document.querySelectorAll('body *')].filter(
    element => element.getBoundingClientRect().right > clientWidth + 0.5,
  );
  return wide.slice(-4).map(({ outerHTML }) => `${width} px: ${outerHTML.slice(0, 160)}`);
}

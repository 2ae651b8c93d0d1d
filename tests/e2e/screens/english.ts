import type { Page } from '@playwright/test';
import { englishWords } from '../../../apps/api/test/english-words.ts';

/** The English words of a screen, as eyes, ears and the window's name tell it; there should be none. */
export const englishOn = async (page: Page): Promise<string[]> => englishWords(await page.evaluate(toldText));

/** Runs in the page: all that is read or read out, hidden texts for ears included; what a page says is of another language, not. */
function toldText(): string {
  const ATTRIBUTES = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'aria-placeholder',
    'placeholder',
    'title',
    'alt',
    'label',
  ];
  const isForeign = (element: Element) =>
    element.closest('script, noscript, style, template, code, [lang]:not([lang|="es"])') !== null;
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement !== null && !isForeign(node.parentElement)) texts.push(node.textContent ?? '');
  }
  for (const element of document.querySelectorAll(ATTRIBUTES.map(name => `[${name}]`).join())) {
    if (!isForeign(element)) texts.push(...ATTRIBUTES.map(name => element.getAttribute(name) ?? ''));
  }
  const shared = [
    'meta[name="description"]',
    'meta[property$=":title"]',
    'meta[property$=":description"]',
    'meta[property$=":alt"]',
  ];
  for (const meta of document.querySelectorAll(shared.join())) {
    texts.push(meta.getAttribute('content') ?? '');
  }
  return texts.join('\n');
}

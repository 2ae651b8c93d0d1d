import type { Page } from '@playwright/test';
import { englishWords } from '../../../apps/api/test/english-words.ts';

/** The English words that a screen shows or exposes to assistive technology; expected to be empty. */
export const englishOn = async (page: Page): Promise<string[]> =>
  englishWords(await page.evaluate(perceivableText));

/** Runs in the page: visible text, text for assistive technology and metadata, without elements marked as another language. */
function perceivableText(): string {
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

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { type Product, startProduct } from '../../scripts/product.ts';
import { superadmin } from './superadmin.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The local mailbox shuts letters into frames without scripts; the test tools knock there in vain. */
const SEALED_FRAME = /'about:srcdoc' because the document's frame is sandboxed/;

declare global {
  interface Window {
    /** Where axe-core puts itself. */
    axe: typeof axe;
  }
}

/** The code that came has put its own elements in the place of the painted ones. */
export const takenOver = (page: Page) => page.locator('#root:not([data-painted])').waitFor();

/** For a test of something that is the same on a phone and on a desk: it is run once, on the desk. */
export const AT_ANY_WIDTH = { tag: '@any-width' };

/** For a test of what a phone alone has. */
export const ON_THE_PHONE = { tag: '@phone' };

interface Fixtures {
  /** Fails the test when a page logged an error or broke its own content policy, unless the test expects it. */
  quietConsole: { expect(complaint: RegExp): void };
}

/** Journeys on the built product; one empty product for each worker. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct({
        SUPERADMIN_EMAIL: superadmin.email,
        SUPERADMIN_PASSWORD: superadmin.password,
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ product }, use) => use(product.url),
  quietConsole: [
    async ({ context }, use) => {
      const expected = [SEALED_FRAME];
      const complaints: string[] = [];
      context.on('console', message => {
        if (message.type() === 'error') complaints.push(message.text());
      });
      context.on('weberror', error => complaints.push(error.error().message));
      await use({ expect: complaint => void expected.push(complaint) });
      expect(complaints.filter(text => !expected.some(known => known.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** No finding of axe on the page as it stands, and nothing wider than the screen. What is in frames is passed over. */
export async function expectAccessible(page: Page): Promise<void> {
  // Colours in the middle of a fade are nobody's: wait until nothing moves but what never stops.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const findings = await page.evaluate(async () => {
    // Axe may try the skip link, and does not always give the focus back.
    const focused = document.activeElement;
    const { violations } = await window.axe.run({ iframes: false, resultTypes: ['violations'] });
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
  });
  expect(findings).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

export { expect };

import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { type Product, startProduct } from '../scripts/product.ts';

/** The local mailbox shuts letters into frames without scripts; the test tools knock there in vain. */
const SEALED_FRAME = /'about:srcdoc' because the document's frame is sandboxed/;

interface Fixtures {
  /** Fails the test when a page logged an error or broke its own content policy, unless the test expects it. */
  quietConsole: { expect(complaint: RegExp): void };
}

/** Journeys on the built product; one empty product for each worker. */
export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    async ({ browserName: _ }, use) => {
      const product = await startProduct();
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

/** No finding of axe on the page as it stands, and nothing wider than the screen. Frames without scripts are passed over. */
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
  const hasSealedFrame = (await page.locator('iframe[sandbox]').count()) > 0;
  // Axe may try the skip link, and does not always give the focus back.
  const focused = await page.evaluateHandle(() => document.activeElement);
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(hasSealedFrame).analyze();
  await focused.evaluate(element => element instanceof HTMLElement && element.focus({ preventScroll: true }));
  const findings = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`,
  );
  expect(findings).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
}

export { expect };

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import type { Product } from '../../scripts/product.ts';
import { type Network, startNetwork } from './network.ts';
import { superadmin } from './superadmin.ts';
import { startTestProduct } from './test-product.ts';
import { translatePages } from './translate.ts';

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** The local mailbox shows e-mails in frames without scripts. Chromium reports Playwright's own scripts that it blocks there. */
const SANDBOXED_FRAME = /'about:srcdoc' because the document's frame is sandboxed/;

declare global {
  interface Window {
    /** Set by axe-core. */
    axe: typeof axe;
  }
}

/**
 * Resolves once React responds to the page. It hydrates a part that is not yet hydrated when that is pressed. A pointer over a control
 * loads the code of a page that a visitor has only read so far, once the page listens (public/deferred-scripts.js).
 */
export async function hydrated(page: Page): Promise<void> {
  const control = page.locator('#root button:not([popovertarget])').first();
  await expect
    .poll(async () => {
      await control.dispatchEvent('pointerover');
      return page.locator('#root:not([data-server-rendered], [data-hydrating])').count();
    })
    .toBe(1);
}

/** For a test whose subject does not depend on the width: it runs once, at desktop width. */
export const AT_ANY_WIDTH = { tag: '@any-width' };

/** For a test of something that exists at phone width only. */
export const ON_THE_PHONE = { tag: '@phone' };

/** Each colour scheme with one of the widths, as in every-screen.spec.ts. */
export const EACH_SCHEME = [
  ['dark', ON_THE_PHONE],
  ['light', AT_ANY_WIDTH],
] as const;

interface Fixtures {
  /** For `test.use`: each test of the file gets a product of its own, which differs in these settings. Null for the worker's. */
  ownProduct: Record<string, string> | null;
  product: Product;
  /** Fails the test if a page logs an error or violates its content security policy, unless the test expects it. */
  quietConsole: { expect(error: RegExp): void };
  /** For `test.use(ON_A_NETWORK)`: the one of the test's contexts, unless they get their own. */
  network: Network;
}

/** For `test.use`: the app is installed, and its network can be lost. */
export const ON_A_NETWORK = {
  serviceWorkers: 'allow' as const,
  proxy: ({ network }: Fixtures, use: (proxy: Network['proxy']) => Promise<void>) => use(network.proxy),
};

const withSuperadmin = { SUPERADMIN_EMAIL: superadmin.email, SUPERADMIN_PASSWORD: superadmin.password };

/**
 * Tests of the built product. Each worker starts one, on an empty database. A file that needs another one sets `ownProduct`:
 * with a fixture of the worker Playwright would start a worker and a browser for it too.
 */
export const test = base.extend<Fixtures, { sharedProduct: Product }>({
  sharedProduct: [
    async ({ browserName: _ }, use) => {
      const product = await startTestProduct(withSuperadmin);
      await use(product);
      await product.stop();
    },
    { scope: 'worker' },
  ],
  ownProduct: [null, { option: true }],
  product: async ({ sharedProduct, ownProduct }, use) => {
    if (ownProduct === null) return use(sharedProduct);
    const product = await startTestProduct({ ...withSuperadmin, ...ownProduct });
    await use(product);
    await product.stop();
  },
  baseURL: ({ product }, use) => use(product.url),
  context: async ({ context }, use) => {
    if (process.env.TRANSLATED) await translatePages(context);
    await use(context);
  },
  network: async ({ browserName: _ }, use) => {
    const network = await startNetwork();
    await use(network);
    await network.stop();
  },
  quietConsole: [
    async ({ context }, use) => {
      const expected = [SANDBOXED_FRAME];
      const errors: string[] = [];
      context.on('console', message => {
        if (message.type() === 'error') errors.push(message.text());
      });
      context.on('weberror', error => errors.push(error.error().message));
      await use({ expect: error => void expected.push(error) });
      expect(errors.filter(text => !expected.some(pattern => pattern.test(text)))).toEqual([]);
    },
    { auto: true },
  ],
});

/** Expects no violation by axe, of all its rules or of some, on the current page, frames excepted, and no horizontal overflow. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // A screen whose code is still loading has no heading yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // A colour in the middle of a fade has no defined contrast: wait for every animation that ends.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(async only => {
    // Axe may focus the skip link and does not always restore the focus.
    const focused = document.activeElement;
    const { violations } = await window.axe.run({
      iframes: false,
      resultTypes: ['violations'],
      ...(only && { runOnly: { type: 'rule', values: only } }),
    });
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
  }, rules);
  expect(found).toEqual([]);
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')].filter(
      element => element.getBoundingClientRect().right > clientWidth,
    );
    return [`${scrollWidth} px`, ...wide.map(({ outerHTML }) => outerHTML.slice(0, 200))];
  });
  expect(overflow).toEqual([]);
}

export { expect };

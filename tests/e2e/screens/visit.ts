import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

/** Brings a page of the viewer's context into the screen's state. Resolves once the state is visible. */
export async function visit(
  page: Page,
  { path, stub, interact, shows }: Screen,
  site: SiteFixture,
): Promise<void> {
  await stub?.(page, site);
  await page.goto(site.url + (typeof path === 'string' ? path : path(site)));
  await interact?.(page, site);
  const expected =
    typeof shows === 'object' && 'dialog' in shows
      ? page.getByRole('dialog', { name: shows.dialog })
      : page.getByText(shows);
  await expect(expected.filter({ visible: true }).first()).toBeVisible();
}

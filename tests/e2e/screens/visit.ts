import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import type { SiteFixture } from './site-fixture.ts';

/** Brings a page of the viewer's context into the screen's state. Resolves once the state is visible. */
export async function visit(
  page: Page,
  { path, stub, interact, shows }: Screen,
  site: SiteFixture,
): Promise<void> {
  await page.addInitScript(deleteDrafts);
  await stub?.(page, site);
  await page.goto(site.url + (typeof path === 'string' ? path : path(site)));
  await interact?.(page, site);
  const expected =
    typeof shows === 'object' && 'dialog' in shows
      ? page.getByRole('dialog', { name: shows.dialog })
      : page.getByText(shows);
  await expect(expected.filter({ visible: true }).first()).toBeVisible();
}

/** Runs in the page: what another state of the screen has typed into its form must not be restored in this one. */
function deleteDrafts(): void {
  if (location.protocol === 'about:' || sessionStorage.getItem('had-drafts') !== null) return;
  sessionStorage.setItem('had-drafts', '');
  for (const key of Object.keys(localStorage))
    if (key.startsWith('minga.draft.')) localStorage.removeItem(key);
}

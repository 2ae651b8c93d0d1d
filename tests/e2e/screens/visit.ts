import { expect, type Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

/** Brings the page, of a context that holds what `who` holds, into the state; answers when the state is seen. */
export async function visit(page: Page, { path, before, arrive, sees }: Screen, world: World): Promise<void> {
  await before?.(page, world);
  await page.goto(world.url + (typeof path === 'string' ? path : path(world)));
  await arrive?.(page, world);
  const seen =
    typeof sees === 'object' && 'dialog' in sees
      ? page.getByRole('dialog', { name: sees.dialog })
      : page.getByText(sees);
  await expect(seen.filter({ visible: true }).first()).toBeVisible();
}

import type { Locator } from '@playwright/test';
import { signIn } from './accounts.ts';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { createMember, publish } from './notification-fixtures.ts';
import { superadmin } from './superadmin.ts';

const backgroundOf = (part: Locator) => part.evaluate(element => getComputedStyle(element).backgroundColor);

/** Expects two states to have different backgrounds although the system sets the colours. */
async function expectDifferentBackgrounds(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible();
  expect(await backgroundOf(one)).not.toBe(await backgroundOf(other));
}

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

test(
  'forced colours distinguish the current page, the selected tab and switches that are on',
  AT_ANY_WIDTH,
  async ({ page }) => {
    await createMember(page);
    await publish(page, 'Siembra de árboles', 5);
    await publish(page, 'Olla comunitaria', 6);
    await page.goto('/tasks');
    const areas = page.getByRole('navigation', { name: 'Actividades solidarias' });
    await expectDifferentBackgrounds(
      areas.getByRole('link', { name: 'Mis Actividades' }),
      areas.getByRole('link', { name: 'Promocionadas' }),
    );
    const card = (name: string) => page.getByRole('article', { name });
    const on = card('Siembra de árboles').getByRole('switch');
    await on.click();
    await expect(on).toBeChecked();
    await expectDifferentBackgrounds(on, card('Olla comunitaria').getByRole('switch'));
    const thumb = await on.evaluate(track => getComputedStyle(track, '::before').backgroundColor);
    expect(await backgroundOf(on)).not.toBe(thumb);

    await signIn(page, superadmin);
    await page.goto('/admin-dashboard');
    await expectDifferentBackgrounds(
      page.getByRole('tab', { name: 'Hoy' }),
      page.getByRole('tab', { name: 'Administradores', exact: true }),
    );
  },
);

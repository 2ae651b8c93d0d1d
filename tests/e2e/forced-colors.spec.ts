import type { Locator } from '@playwright/test';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';
import { newcomer, publish } from './notified.ts';
import { signIn } from './people.ts';
import { superadmin } from './superadmin.ts';

const groundOf = (part: Locator) => part.evaluate(element => getComputedStyle(element).backgroundColor);

/** What tells two states apart where the system sets the colours: not only a shade of ours. */
async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible();
  expect(await groundOf(one)).not.toBe(await groundOf(other));
}

test.use({ contextOptions: { forcedColors: 'active', reducedMotion: 'reduce' } });

test('with the system’s colours one sees where one is, and what is on', AT_ANY_WIDTH, async ({ page }) => {
  await newcomer(page);
  await publish(page, 'Siembra de árboles', 5);
  await publish(page, 'Olla comunitaria', 6);
  await page.goto('/tasks');
  const areas = page.getByRole('navigation', { name: 'Actividades solidarias' });
  await expectApart(
    areas.getByRole('link', { name: 'Mis Actividades' }),
    areas.getByRole('link', { name: 'Promocionadas' }),
  );
  const card = (name: string) => page.getByRole('article', { name });
  const on = card('Siembra de árboles').getByRole('switch');
  await on.click();
  await expect(on).toBeChecked();
  // Mantine draws the switch beside its transparent input.
  const trackOf = (name: string) => card(name).locator('.mantine-Switch-track');
  const track = trackOf('Siembra de árboles');
  await expectApart(track, trackOf('Olla comunitaria'));
  expect(await groundOf(track)).not.toBe(await groundOf(track.locator('.mantine-Switch-thumb')));

  await signIn(page, superadmin);
  await page.goto('/admin-dashboard');
  await expectApart(
    page.getByRole('tab', { name: 'Estadísticas' }),
    page.getByRole('tab', { name: 'Administradores', exact: true }),
  );
});

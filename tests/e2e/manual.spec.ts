import { createAccount } from './accounts.ts';
import { AT_ANY_WIDTH, EACH_SCHEME, expect, expectAccessible, test } from './fixtures.ts';

test('the menu links to the manual, whose pages link to each other', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Ayuda', exact: true }).click();
  await expect(page).toHaveURL('/ayuda');
  await page.getByRole('main').getByRole('link', { name: 'Decir que vas' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Decir que vas' })).toBeVisible();
  await page.getByRole('navigation', { name: 'En esta página' }).getByText('Recuperar tu enlace').click();
  await expect(page).toHaveURL('/ayuda/asistir#recuperar-tu-enlace');
  await expect(page.getByRole('heading', { name: 'Recuperar tu enlace' })).toBeInViewport();
  await page.getByRole('link', { name: /^Siguiente/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tu cuenta' })).toBeVisible();
  const topics = page.getByRole('navigation', { name: 'Todos los temas' });
  await expect(topics.getByRole('link', { name: 'Tu cuenta' })).toHaveAttribute('aria-current', 'page');
  await topics.getByRole('link', { name: 'Límites' }).click();
  await expect(page.getByRole('rowheader', { name: 'Título' })).toBeVisible();
});

test('a member returns from the manual to their activities', AT_ANY_WIDTH, async ({ page }) => {
  await createAccount(page, {
    username: 'Nelly Sauca',
    email: 'nelly@example.org',
    password: 'guayaba-y-lulo',
  });
  await page.goto('/tasks');
  await page.getByRole('link', { name: 'Cómo se publica, paso a paso' }).click();
  await expect(page).toHaveURL('/ayuda/publicar');
  await page.getByRole('link', { name: 'Mis actividades' }).click();
  await expect(page).toHaveURL('/tasks');
});

test('the manual works without JavaScript', AT_ANY_WIDTH, async ({ browser, contextOptions, product }) => {
  const context = await browser.newContext({
    ...contextOptions,
    baseURL: product.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/ayuda');
  await page.getByRole('link', { name: 'Saber quién viene' }).click();
  const heading = page.getByRole('heading', { name: 'Descargar la lista' });
  await page.getByRole('link', { name: 'Descargar la lista' }).first().click();
  await expect(heading).toBeInViewport();
  await page.getByRole('link', { name: 'Agenda' }).first().click();
  await expect(page).toHaveURL('/actividades');
  await context.close();
});

test('an unknown page of the manual shows an error', AT_ANY_WIDTH, async ({ page, quietConsole }) => {
  quietConsole.expect(/status of 404/);
  await page.goto('/ayuda/nada');
  await expect(page.getByRole('heading', { level: 1, name: 'Esta página no existe' })).toBeVisible();
});

test('every page of the manual loads its images and has no axe violation', AT_ANY_WIDTH, async ({ page }) => {
  await page.goto('/ayuda');
  await expectAccessible(page);
  const links = page.getByRole('main').getByRole('link');
  const addresses = await links.evaluateAll(all => all.map(link => (link as HTMLAnchorElement).pathname));
  for (const address of new Set(addresses)) {
    await page.goto(address);
    for (const picture of await page.getByRole('main').getByRole('img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect(picture).toHaveJSProperty('complete', true);
      expect(await picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    }
    await expectAccessible(page);
  }
});

for (const [colorScheme, width] of EACH_SCHEME) {
  test(`the manual has no axe violation in the ${colorScheme} scheme`, width, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // These pages contain every kind of element that the manual uses.
    for (const path of ['/ayuda', '/ayuda/publicar', '/ayuda/perfil']) {
      await page.goto(path);
      await expectAccessible(page);
    }
  });
}

import { AT_ANY_WIDTH, EACH_SCHEME, expect, expectAccessible, test } from './fixtures.ts';

test('the API reference renders under the content security policy', AT_ANY_WIDTH, async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Minga', level: 1 })).toBeVisible();
  await expect(page.getByText('/auth/register').first()).toBeVisible();
});

test('an unknown address shows an error with a link to another page', async ({ page, quietConsole }) => {
  quietConsole.expect(/status of 404/);
  await page.goto('/no-existe');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).not.toHaveURL(/no-existe/);
});

test('a protected screen redirects to the sign-in page', async ({ page }) => {
  await page.goto('/add-task');
  await expect(page).toHaveURL(/\/login\?volver=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('nadie');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('Ingresa un correo electrónico válido')).toBeVisible();
  await expectAccessible(page);
});

test(
  'the landing page renders without JavaScript',
  AT_ANY_WIDTH,
  async ({ browser, contextOptions, product }) => {
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: product.url,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Únete ahora' }).first()).toHaveAttribute(
      'href',
      '/register',
    );
    await expect(page.getByText('Popayán, Cauca, Colombia')).toBeVisible();
    await context.close();
  },
);

for (const [colorScheme, width] of EACH_SCHEME) {
  test(`the public screens have no axe violation in the ${colorScheme} scheme`, width, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const path of ['/', '/login', '/register', '/verify-email', '/actividades']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

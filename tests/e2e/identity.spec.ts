import { signIn } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { superadmin } from './superadmin.ts';

test('the superadmin names the site, visitors read the name, and the default returns', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, superadmin);
  await page.goto('/admin-dashboard?tab=sitio');
  const name = page.getByRole('textbox', { name: 'Nombre' });
  await name.fill('Ayni');
  await page.getByRole('textbox', { name: 'Lugar' }).fill('Cusco');
  await page.getByRole('textbox', { name: 'Color', exact: true }).fill('#b3256b');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expect(page).toHaveTitle(/ · Ayni$/);
  await expect(page.getByRole('banner').getByText('Ayni')).toBeVisible();
  await expectAccessible(page);

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto('/');
  await expect(visitor.getByRole('heading', { name: '¿Por qué Ayni?' })).toBeVisible();
  await expect(visitor.getByRole('contentinfo')).toContainText('Cusco');
  await visitor.goto('/actividades');
  await expect(visitor).toHaveTitle(/ · Ayni$/);
  await expectAccessible(visitor);

  await page.getByRole('button', { name: 'Volver a lo predeterminado' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Volver a lo predeterminado' }).click();
  await expect(page).toHaveTitle(/ · Minga$/);
  await visitor.reload();
  await expect(visitor).toHaveTitle(/ · Minga$/);
  await visitor.context().close();
});

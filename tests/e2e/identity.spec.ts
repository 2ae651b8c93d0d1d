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

test('the operator reads first what is left to do, and the command for the map; visitors do not', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  // The site has no ground file.
  quietConsole.expect(/status of 404/);
  await signIn(page, superadmin);
  await page.goto('/admin-dashboard');
  const setup = page.getByRole('region', { name: /^Puesta en marcha/ });
  await expect(setup.getByText(/^sudo minga map -- --bbox=/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Puesta en marcha/);
  await expectAccessible(page);

  await page.goto('/mapa');
  await page.getByText('Poner calles en este mapa').click();
  await expect(page.getByText(/^sudo minga map -- --bbox=/)).toBeVisible();
  await expectAccessible(page);

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto('/mapa');
  await expect(visitor.getByRole('link', { name: 'Ver como lista' })).toBeVisible();
  await expect(visitor.getByText('Poner calles en este mapa')).toHaveCount(0);
  await visitor.context().close();
});

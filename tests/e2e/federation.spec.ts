import { signIn } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { superadmin } from './superadmin.ts';

// Other servers can follow it.
test.use({ ownProduct: { FEDERATION: 'on' } });

test('an organiser leaves an activity on this site, a neighbour reads the address, the superadmin blocks a server', async ({
  page,
  browser,
  product,
}) => {
  const handle = `@minga@${new URL(product.url).host}`;
  await signIn(page, superadmin);

  await page.goto('/add-task');
  await page.getByLabel('Título').fill('Siembra de la cuadra');
  await page.getByRole('button', { name: /^Fecha y hora/ }).click();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await page.getByRole('button', { name: /^12 / }).click();
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.locator('summary', { hasText: 'Otros servidores' }).click();
  const choice = page.getByLabel('Mostrarla también en Mastodon, Mobilizon y otros');
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expectAccessible(page);
  const saving = page.waitForResponse(response => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Publicar' }).click();
  const { _id: id, isFederated } = await (await saving).json();
  expect(isFederated).toBe(false);
  await page.goto(`/tasks/${id}`);
  await page.locator('summary', { hasText: 'Otros servidores' }).click();
  await expect(choice).not.toBeChecked();

  // Rendered on the server, also without scripts.
  const reader = await (
    await browser.newContext({ baseURL: product.url, javaScriptEnabled: false })
  ).newPage();
  await reader.goto('/impacto');
  await expect(reader.getByRole('region', { name: 'Desde otras redes' })).toContainText(handle);
  await reader.context().close();
  const visitor = await (
    await browser.newContext({ baseURL: product.url, permissions: ['clipboard-read', 'clipboard-write'] })
  ).newPage();
  await visitor.goto('/impacto');
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Copiar la dirección' }).click();
  await expect(visitor.getByText('Dirección copiada')).toBeVisible();
  expect(await visitor.evaluate(() => navigator.clipboard.readText())).toBe(handle);
  await visitor.context().close();

  await page.goto('/admin-dashboard?tab=servidores');
  await expect(page.getByText('Todavía no sigue el sitio ningún servidor')).toBeVisible();
  await expect(page.getByText(handle)).toBeVisible();
  await page.getByLabel('Nombre del servidor').fill('@malo@SPAM.example');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '¿Bloquear spam.example?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Bloquear' }).click();
  await expect(page.getByRole('row', { name: /spam\.example/ })).toContainText('Con bloqueo');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Desbloquear: spam.example' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click();
  await expect(page.getByRole('button', { name: 'Bloquear: spam.example' })).toBeVisible();
});

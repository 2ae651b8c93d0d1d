import { signIn } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessibleInBothSchemes } from './notification-fixtures.ts';
import { failingSystem } from './screens/failing-system.ts';
import { stubResponse } from './screens/network-stubs.ts';
import { superadmin } from './superadmin.ts';

test('an admin sees the state of the system and retries a failed job', async ({ page }) => {
  await signIn(page, superadmin);
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Sistema' }).click();
  await expect(page.getByText('El sistema funciona')).toBeVisible();
  await expect(page.getByText(/^Responde en .* ms/)).toBeVisible();
  await page.getByRole('button', { name: 'Revisar ahora' }).click();
  await expect(page.getByText('Revisado.', { exact: true })).toBeAttached();
  await expectAccessibleInBothSchemes(page);

  // A job fails permanently only after hours of retries, so the response is stubbed.
  const [first, ...others] = failingSystem.deadLetters.shown;
  await stubResponse(page, 'GET /system', failingSystem);
  await page.getByRole('button', { name: 'Revisar ahora' }).click();
  await expect(page.getByText('Hay algo que mirar')).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  const remaining = { ...failingSystem, deadLetters: { total: others.length, shown: others } };
  await stubResponse(page, 'GET /system', remaining);
  const retry = page.waitForRequest(request => request.url().endsWith(`/${first?._id}/retry`));
  await page.getByRole('button', { name: /^Reintentar: Limpieza de imágenes/ }).press('Enter');
  // This response is the server's own: it does not have the job and retries none.
  expect(await (await (await retry).response())?.json()).toEqual({ retried: 0 });
  await expect(page.getByText('La tarea se intentará de nuevo')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reintentar: Envío de correos/ })).toBeFocused();
});

import { expect, test } from './fixtures.ts';
import { expectAccessibleInBoth } from './notified.ts';
import { signIn } from './people.ts';
import { answer } from './screens/edges.ts';
import { unwellSystem } from './screens/unwell-system.ts';
import { superadmin } from './superadmin.ts';

test('who administers sees how the machine is, and has tried again what failed', async ({ page }) => {
  await signIn(page, superadmin);
  await page.goto('/admin-dashboard');
  await page.getByRole('tab', { name: 'Sistema' }).click();
  await expect(page.getByText('Todo en orden')).toBeVisible();
  await expect(page.getByText(/^Responde en .* ms/)).toBeVisible();
  await page.getByRole('button', { name: 'Revisar ahora' }).click();
  await expect(page.getByText('Revisado.', { exact: true })).toBeAttached();
  await expectAccessibleInBoth(page);

  // What fails for good has been tried for hours: the network's edge says so in the server's place.
  const [first, ...others] = unwellSystem.deadLetters.shown;
  await answer(page, 'GET /system', unwellSystem);
  await page.getByRole('button', { name: 'Revisar ahora' }).click();
  await expect(page.getByText('Hay algo que mirar')).toBeVisible();
  await expectAccessibleInBoth(page);
  const left = { ...unwellSystem, deadLetters: { total: others.length, shown: others } };
  await answer(page, 'GET /system', left);
  const tried = page.waitForRequest(request => request.url().endsWith(`/${first?._id}/retry`));
  await page.getByRole('button', { name: /^Reintentar: Limpieza de imágenes/ }).press('Enter');
  // The server itself answers that: of a job that it does not have, none is tried again.
  expect(await (await (await tried).response())?.json()).toEqual({ retried: 0 });
  await expect(page.getByText('La tarea se intentará de nuevo')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Reintentar: Envío de correos/ })).toBeFocused();
});

import { randomUUID } from 'node:crypto';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { openEmail } from './mailbox.ts';

test('a programmer creates a token, uses it and removes it', async ({ page, product }) => {
  const email = `programa.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  await page.goto('/profile');
  const section = page.getByRole('region', { name: 'Tokens de API' });
  await section.locator('summary').press('Enter');
  await expect(section.getByText('No tienes tokens.')).toBeVisible();
  await section.getByRole('button', { name: 'Crear token' }).click();
  await expect(section.getByText('El nombre es requerido')).toBeVisible();
  await expectAccessible(page);
  await section.getByLabel('Para qué es').fill('Página del barrio');
  await section.getByLabel('Vence en').selectOption('30 días');
  await section.getByRole('button', { name: 'Crear token' }).click();
  await expect(section.getByRole('heading', { name: 'Tu token «Página del barrio»' })).toBeFocused();
  await expectAccessible(page);
  const token = await section.locator('code').first().innerText();
  await section.getByRole('button', { name: 'Ya lo guardé' }).click();
  await expect(section.getByText(token)).toBeHidden();

  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${product.url}/api/tasks`, { headers })).status).toBe(200);
  expect((await fetch(`${product.url}/api/auth/profile`, { headers })).status).toBe(403);
  expect((await fetch(`${product.url}/api/collectives`, { method: 'POST', headers })).status).toBe(403);
  await page.reload();
  await section.locator('summary').press('Enter');
  await expect(section.getByText(/Último uso/)).toBeVisible();
  await section.getByRole('button', { name: 'Eliminar: Página del barrio' }).click();
  const deletion = page.getByRole('dialog').getByRole('button', { name: 'Eliminar el token' });
  await expect(deletion).toBeVisible();
  await expectAccessible(page);
  await deletion.click();
  await expect(section.getByText('Token eliminado: ya no sirve')).toBeVisible();
  await expect(section.getByText('No tienes tokens.')).toBeVisible();
  expect((await fetch(`${product.url}/api/tasks`, { headers })).status).toBe(401);
  await openEmail(page, email, 'Se creó un token de API en tu cuenta');
});

test('an owner creates a webhook, sees that it fails, repeats a delivery and removes it', async ({
  page,
}) => {
  const word = randomUUID().slice(0, 8);
  const email = `webhook.${word}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const created = await page.request.post('/api/collectives', { data: { name: `Guardianas ${word}` } });
  const { slug } = await created.json();
  await page.goto(`/colectivos/${slug}/editar`);
  const section = page.getByRole('region', { name: 'Webhooks', exact: true });
  await section.locator('summary').first().press('Enter');
  await expect(section.getByText('No hay webhooks.')).toBeVisible();
  await section.getByRole('button', { name: 'Crear webhook' }).click();
  await expect(section.getByText('La dirección es requerida')).toBeVisible();
  await expectAccessible(page);
  // A name that never resolves (RFC 2606).
  const url = 'https://recibe.invalid/minga';
  await section.getByLabel('Dirección que recibe los avisos').fill(url);
  await section.getByRole('checkbox', { name: 'Alguien confirma' }).check();
  await section.getByRole('button', { name: 'Crear webhook' }).press('Enter');
  await expect(section.getByRole('heading', { name: 'El secreto del webhook' })).toBeFocused();
  await expect(section.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Ya lo guardé' }).click();

  await section.getByRole('button', { name: `Probar: ${url}` }).click();
  await expect(section.getByText('Enviamos una prueba: mira en «Entregas» si llegó')).toBeVisible();
  await section.locator('summary', { hasText: 'Entregas' }).press('Enter');
  await expect(
    section.getByText(/No encontramos el servidor|No pudimos conectar|No hubo respuesta/).first(),
  ).toBeVisible();
  await section
    .getByRole('button', { name: /^Repetir: Prueba/ })
    .first()
    .click();
  await expect(page.getByText('La enviamos otra vez')).toBeVisible();
  await expectAccessible(page);

  await section.getByRole('button', { name: `Eliminar: ${url}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar el webhook' }).click();
  await expect(section.getByText('Webhook eliminado')).toBeVisible();
  await expect(section.getByText('No hay webhooks.')).toBeVisible();
});

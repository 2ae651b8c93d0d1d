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

test('a calendar program reads what a person organises, until the address is replaced or removed', async ({
  page,
}) => {
  const email = `calendario.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const date = new Date(Date.now() + 3 * 24 * 60 * 60 * 1000).toISOString();
  await page.request.post('/api/tasks', { data: { title: 'Siembra en el cerro', date } });
  await page.goto('/profile#calendario');
  const section = page.getByRole('region', { name: 'Tu calendario', exact: true });
  await section.locator('summary').press('Enter');
  await section.getByRole('button', { name: 'Crear mi dirección' }).click();
  await expect(section.getByRole('heading', { name: 'La dirección de tu calendario' })).toBeFocused();
  await expectAccessible(page);
  const first = await section.locator('code').innerText();
  const calendar = await fetch(first);
  expect(calendar.headers.get('cache-control')).toContain('private');
  expect(await calendar.text()).toContain('SUMMARY:Siembra en el cerro');
  await section.getByRole('button', { name: 'Listo' }).click();
  await expect(section.getByText(/^Tu dirección funciona desde/)).toBeFocused();

  await section.getByRole('button', { name: 'Hacer otra dirección' }).click();
  await expect(page.getByRole('dialog', { name: '¿Hacer otra dirección?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Hacer otra' }).click();
  await expect(section.getByRole('heading', { name: 'La dirección de tu calendario' })).toBeFocused();
  const second = await section.locator('code').innerText();
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200]);
  await section.getByRole('button', { name: 'Listo' }).click();
  await section.getByRole('button', { name: 'Quitar: la dirección de tu calendario' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar la dirección' }).click();
  await expect(section.getByText('Dirección quitada: ya no sirve')).toBeVisible();
  expect((await fetch(second)).status).toBe(404);
  await expectAccessible(page);
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

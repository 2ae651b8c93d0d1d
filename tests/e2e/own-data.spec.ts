import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './fixtures.ts';
import { readEmail } from './mailbox.ts';
import { publishActivity } from './organiser.ts';

test('a visitor reads the policy, confirms, downloads the data and erases it', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/400/);
  const { id, unique } = await publishActivity(page);
  const email = `zoila.${unique}@example.org`;
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage();
  await visitor.goto(`/actividades/${id}`);
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Confirmar asistencia' });
  await dialog.getByLabel('Nombre').fill('Zoila Tunubalá');
  await dialog.getByLabel('Correo electrónico').fill(email);
  await expect(dialog.getByText('Se borran 180 días después.')).toBeVisible();
  const opened = visitor.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Política de datos' }).click();
  const policy = await opened;
  await expect(policy.getByRole('heading', { level: 1 })).toHaveText('Política de tratamiento de datos');
  await expect(policy.getByText('se borran 180 días después')).toBeVisible();
  await expectAccessible(policy);
  await policy.close();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(visitor.getByText('Vas a asistir')).toBeVisible();

  const html = await readEmail(page, email, 'Vas a una actividad');
  const token = /mi-asistencia\?token=([\w-]+)/.exec(html)?.[1];
  await visitor.goto(`/mi-asistencia?token=${token}`);
  await visitor.getByText('Tus datos', { exact: true }).click();
  const download = visitor.waitForEvent('download');
  await visitor.getByRole('button', { name: 'Descargar mis datos' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  expect(JSON.parse(file)).toMatchObject({ attendances: [{ name: 'Zoila Tunubalá', email }] });
  await expectAccessible(visitor);

  await visitor.getByRole('button', { name: 'Borrar mis datos' }).click();
  await expect(visitor.getByText('tu asistencia a lo que falta por hacer')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Sí, borrar' }).click();
  await expect(visitor.getByRole('heading', { name: 'Tus datos quedaron borrados' })).toBeVisible();
  await expectAccessible(visitor);
  await visitor.goto(`/mi-asistencia?token=${token}`);
  await expect(visitor.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible();

  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await expect(page.getByText('Zoila')).toHaveCount(0);
  await page.goto('/correo-local');
  await expect(page.getByText(email)).toHaveCount(0);
});

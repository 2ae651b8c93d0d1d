import { randomUUID } from 'node:crypto';
import { createAccount } from './accounts.ts';
import { arrivedAtServer, openDoor, publishWithDoor } from './door-fixtures.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { readEmail } from './mailbox.ts';

test.use({ serviceWorkers: 'allow' });

test('an account invited to the door admits people, and sees neither contacts nor other tools', async ({
  page,
  browser,
  contextOptions,
  viewport,
  product,
}) => {
  const { id, path, codes, unique } = await publishWithDoor(page, ['Ana Lucía', 'Benjamín']);
  const keeper = {
    username: 'Efraín Ulcué',
    email: `efrain.${randomUUID().slice(0, 8)}@example.org`,
    password: 'maíz-y-café',
  };
  await page.goto(`/tasks/${id}`);
  await page.getByText('Colectivo y equipo', { exact: true }).click();
  await page.getByRole('button', { name: 'Invitar a alguien' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invitar a alguien' });
  await dialog.getByLabel('Correo electrónico').fill(keeper.email);
  await dialog.getByRole('radio', { name: /^Recibe en la puerta/ }).check();
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(page.getByText(`Enviamos la invitación a ${keeper.email}`)).toBeVisible();

  const device = await browser.newContext({
    ...contextOptions,
    baseURL: product.url,
    viewport,
    serviceWorkers: 'allow',
  });
  const phone = await device.newPage();
  await createAccount(phone, keeper);
  const invitation = await readEmail(
    phone,
    keeper.email,
    'Te invitan a recibir en la puerta de una actividad',
  );
  const token = /invitacion\?token=([\w-]+)/.exec(invitation)?.[1];
  await phone.goto(`/invitacion?token=${token}`);
  await expect(
    phone.getByRole('heading', { level: 1, name: `Te invitan a recibir en «Minga ${unique}»` }),
  ).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Aceptar' }).click();
  await expect(phone.getByText(/entra a «Voy a ir» y toca «Puerta»/)).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole('link', { name: 'Ver la actividad' }).click();

  const facts = phone.getByRole('complementary', { name: 'Cuándo y dónde' });
  await expect(facts.getByRole('link', { name: 'Puerta' })).toBeVisible();
  await expect(facts.getByRole('link', { name: /Gente|Editar|Duplicar|Después|Mensaje/ })).toHaveCount(0);
  await facts.getByRole('link', { name: 'Puerta' }).click();
  await expect(phone).toHaveURL(new RegExp(`${path}$`));
  await openDoor(phone, path);
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Llegó: Ana Lucía + 2' }).click();
  await expect(phone.getByRole('status').filter({ hasText: 'Pueden entrar' })).toContainText('Ana Lucía');
  await expect.poll(() => arrivedAtServer(page, id)).toEqual(['Ana Lucía']);
  await expect(phone.getByRole('main')).not.toContainText(/@|300/);
  await expect(phone.getByRole('main').getByRole('link')).toHaveText(['Volver a la actividad']);
  const list = await phone.request.get(`/api/attendances/${id}/door`);
  expect(await list.text()).not.toMatch(/@|phone|email/i);

  await phone.goto(`/llegada/${codes.get('Benjamín')}`);
  await phone.getByRole('button', { name: 'Registrar llegada' }).click();
  await expect.poll(() => arrivedAtServer(page, id)).toEqual(['Ana Lucía', 'Benjamín']);
  await expect(phone.getByRole('main')).not.toContainText('@');

  for (const tool of ['', '/mensajes', '/despues']) {
    await phone.goto(`/tasks/${id}${tool}`);
    await expect(phone.getByRole('heading', { level: 1, name: 'Esta actividad no es tuya' })).toBeVisible();
  }
  await phone.goto('/tasks/voy-a-ir');
  const duties = phone.getByRole('region', { name: 'Recibes en la puerta' });
  await expect(duties.getByRole('link')).toHaveText([`Minga ${unique}`, 'Puerta']);
  await expectAccessible(phone);
  await phone.goto(`/tasks/asistencia?taskId=${id}`);
  await expect(phone.getByText('Todavía no organizas ninguna actividad')).toBeVisible();
  await device.close();

  await page.goto(`/tasks/${id}`);
  await page.getByText('Colectivo y equipo', { exact: true }).click();
  await page.getByRole('button', { name: `Quitar a ${keeper.username}` }).click();
  const removal = page.getByRole('dialog', { name: '¿Quitar a esta persona?' });
  await expect(removal).toContainText(`${keeper.username} ya no podrá recibir en esta actividad.`);
  await removal.getByRole('button', { name: 'Quitar' }).click();
  // The list leaves with its last row.
  await expect(page.getByText('Por ahora nadie más.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Quiénes ayudan a organizar' })).toBeFocused();
});

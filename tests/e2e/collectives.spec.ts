import { randomUUID } from 'node:crypto';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { readEmail } from './mailbox.ts';

const password = 'maíz-y-café';

test('a neighbour founds a collective, another joins to organise, a third follows and is told', async ({
  page,
  browser,
  contextOptions,
  product,
}) => {
  const newPage = async () =>
    (await browser.newContext({ ...contextOptions, baseURL: product.url })).newPage();
  const word = randomUUID().slice(0, 8);
  const account = (name: string) => ({
    username: `${name} Chantre`,
    email: `${name.toLowerCase()}.${word}@example.org`,
    password,
  });
  const [founder, organiser, follower] = [account('Nubia'), account('Efrain'), account('Marta')];
  await createAccount(page, founder);

  await page.goto('/colectivos');
  await expect(page.getByRole('heading', { level: 1, name: 'Colectivos' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Crear colectivo' }).first().click();
  const name = `Guardianas ${word}`;
  await page.getByLabel('Nombre').fill(name);
  await page.getByLabel('Página web').fill('http://sin-candado.example');
  await page.getByRole('button', { name: 'Crear colectivo' }).click();
  await expect(page.getByText('La página web debe comenzar con https://')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Página web').fill('');
  await page.getByRole('button', { name: 'Crear colectivo' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expectAccessible(page);
  const address = new URL(page.url()).pathname;

  await page.getByRole('link', { name: 'Ver el equipo' }).click();
  await page.getByRole('button', { name: 'Invitar a alguien' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Correo electrónico').fill(organiser.email);
  await dialog.getByRole('radio', { name: /^Organiza/ }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enviar invitación' }).click();
  await expect(page.getByText(`Enviamos la invitación a ${organiser.email}`)).toBeVisible();
  await expectAccessible(page);

  const other = await newPage();
  await createAccount(other, organiser);
  const invitation = await readEmail(other, organiser.email, 'Te invitan a un colectivo');
  const token = /invitacion\?token=([\w-]+)/.exec(invitation)?.[1];
  await other.goto(`/invitacion?token=${token}`);
  await expect(other.getByRole('heading', { level: 1, name: `Te invitan a ${name}` })).toBeVisible();
  await expect(other).not.toHaveURL(/token/);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Aceptar' }).click();
  await expect(other.getByRole('heading', { name: '¡Ya haces parte!' })).toBeVisible();

  const third = await newPage();
  await createAccount(third, follower);
  await third.goto(address);
  await third.getByRole('button', { name: 'Seguir' }).click();
  const stored = third.waitForResponse(
    response => response.request().postData()?.includes('inmediato') === true,
  );
  await third.getByLabel(/^Lo nuevo te llega/).selectOption({ label: 'Un correo al instante' });
  await stored;
  await expect(third.getByRole('button', { name: 'Dejar de seguir' })).toBeVisible();
  await expectAccessible(third);

  await other.getByRole('link', { name: 'Ver el colectivo' }).click();
  await other.getByRole('link', { name: 'Publicar una actividad' }).click();
  await other.getByLabel('Título').fill(`Minga ${word}`);
  const { _id: collectiveId } = await (
    await other.request.get(`/api${address.replace('colectivos', 'collectives')}`)
  ).json();
  const date = new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toISOString();
  const response = await other.request.post('/api/tasks', {
    data: { title: `Minga ${word}`, date, collectiveId },
  });
  expect(response.status()).toBe(201);
  const { _id: id } = await response.json();

  await readEmail(third, follower.email, `${name}: Minga ${word}`);
  await third.goto(`/actividades/${id}`);
  await third
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click();
  await expect(third).toHaveURL(address);
  await expect(third.getByRole('article', { name: `Minga ${word}` })).toBeVisible();

  // The founder, who did not publish it, manages it too.
  await page.goto('/tasks');
  await expect(page.getByRole('article', { name: `Minga ${word}` })).toBeVisible();
  await page.goto(`/tasks/${id}`);
  await expect(page.getByLabel('Título')).toHaveValue(`Minga ${word}`);
});

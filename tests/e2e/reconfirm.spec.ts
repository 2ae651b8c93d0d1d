import { createAccount } from './accounts.ts';
import { confirmAsVisitor } from './door-fixtures.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';
import { advanceClock, fixedClock } from './screens/advance-clock.ts';

const [PUBLISHED, ASKING, DATE] = ['2099-12-01T15:00:00Z', '2099-12-04T23:00:00Z', '2099-12-05T14:00:00Z'];

// The test advances the clock of its product.
test.use({ ownProduct: fixedClock(PUBLISHED, ASKING) });

test('attendees are asked on the day before; one comes, one frees the place, one says nothing', async ({
  page,
  browser,
  product,
}) => {
  await createAccount(page, { username: 'Nubia', email: 'nubia@example.org', password: 'maíz-y-café' });
  await page.goto('/add-task');
  await page.getByText('Cupos', { exact: true }).click();
  const asks = page.getByLabel('Preguntar la víspera si siguen viniendo');
  await asks.check();
  await expectAccessible(page);
  const published = await page.request.post('/api/tasks', {
    data: { title: 'Olla comunitaria', date: DATE, capacity: 3, asksAgain: true },
  });
  const { _id: id } = await published.json();
  await page.goto(`/tasks/${id}`);
  await page.getByText('Cupos', { exact: true }).first().click();
  await expect(asks).toBeChecked();

  const luz = await (await browser.newContext({ baseURL: product.url })).newPage();
  await luz.goto(`/actividades/${id}`);
  await luz.getByRole('button', { name: 'Asistir a actividad' }).click();
  await luz.getByLabel('Nombre').fill('Luz');
  await luz.getByLabel('Correo electrónico').fill('luz@example.org');
  await luz.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await expect(luz.getByText('Vas a asistir: tienes cupo')).toBeVisible();
  for (const name of ['Efraín', 'Sol'])
    await confirmAsVisitor(product.url, {
      taskId: id,
      name,
      email: `${name === 'Sol' ? 'sol' : 'efrain'}@example.org`,
    });

  await advanceClock(product, ASKING);
  const mail = await (await browser.newContext({ baseURL: product.url })).newPage();
  await openEmail(mail, 'efrain@example.org', '¿Sigues viniendo?');
  const efrain = await followLink(mail, 'mi-asistencia');
  await expect(efrain.getByRole('region', { name: '¿Sigues viniendo?' })).toBeVisible();
  await expectAccessible(efrain);
  await efrain.getByRole('button', { name: 'No puedo ir' }).click();
  const release = efrain.getByRole('button', { name: 'Sí, liberar mi cupo' });
  await expect(release).toBeVisible();
  await expectAccessible(efrain);
  await release.click();
  await expect(efrain.getByRole('heading', { name: 'Asistencia cancelada' })).toBeVisible();

  // The browser that confirmed needs no link.
  await luz.reload();
  await expect(luz.getByRole('region', { name: '¿Sigues viniendo?' })).toBeVisible();
  await expectAccessible(luz);
  await luz.getByRole('button', { name: 'Sí, voy' }).press('Enter');
  await expect(luz.getByText('¡Gracias por responder! Te esperamos')).toBeVisible();
  await expect(luz.getByRole('region', { name: '¿Sigues viniendo?' })).toBeHidden();

  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await expect(page.getByRole('button', { name: 'Siguen viniendo (1)' })).toBeVisible();
  await page.getByRole('button', { name: 'No han respondido (1)' }).click();
  await expect(page.getByText('Sol', { exact: true })).toBeVisible();
  await expect(page.getByText('Luz', { exact: true })).toBeHidden();
  await expectAccessible(page);
});

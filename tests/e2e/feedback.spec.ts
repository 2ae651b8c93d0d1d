import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';
import { advanceClock, fixedClock } from './screens/advance-clock.ts';

const [PUBLISHED, HELD, ASKING] = ['2099-12-01T15:00:00Z', '2099-12-05T15:00:00Z', '2099-12-06T15:00:00Z'];
const [DATE, END] = ['2099-12-05T14:00:00Z', '2099-12-05T17:00:00Z'];

// The test advances the clock of its product.
test.use({ ownProduct: fixedClock(PUBLISHED, HELD, ASKING) });

/** Gives feedback by the link of an e-mail. */
async function answer(page: Page, words: string, text: string): Promise<void> {
  await page.getByRole('radio', { name: words, exact: true }).check();
  await page.getByLabel('¿Quieres contar algo más? (opcional)').fill(text);
  await page.getByRole('button', { name: 'Enviar' }).click();
  await expect(page.getByRole('heading', { name: 'Gracias por contarnos' })).toBeVisible();
}

test('those who came say how it was; the organiser reads it without names, and thanks everybody', async ({
  page,
  browser,
  product,
}) => {
  const newPage = async () => (await browser.newContext({ baseURL: product.url })).newPage();
  await createAccount(page, { username: 'Nubia', email: 'nubia@example.org', password: 'maíz-y-café' });
  const goals = [{ label: 'Servir', target: 120, unit: 'platos' }];
  const published = await page.request.post('/api/tasks', {
    data: { title: 'Olla comunitaria', date: DATE, endDate: END, goals },
  });
  const { _id: id } = await published.json();
  await page.goto(`/tasks/${id}/despues`);
  await expect(page.getByRole('heading', { name: 'Todavía no comienza' })).toBeVisible();
  await expectAccessible(page);

  const luz = await newPage();
  await createAccount(luz, { username: 'Luz', email: 'luz@example.org', password: 'maíz-y-café' });
  await luz.request.post('/api/attendances/confirm', {
    data: { taskId: id, name: 'Luz', email: 'luz@example.org' },
  });
  const visitors = await browser.newContext({ baseURL: product.url });
  for (const name of ['efrain', 'sol', 'paz'])
    await visitors.request.post('/api/attendances/confirm', {
      data: { taskId: id, name, email: `${name}@example.org` },
    });

  await advanceClock(product, HELD);
  const door = await (await page.request.get(`/api/attendances/${id}/door`)).json();
  const items = door.attendances
    .filter(({ name }: { name: string }) => name !== 'paz')
    .map(({ _id: attendanceId }: { _id: string }) => ({ id: crypto.randomUUID(), attendanceId, at: HELD }));
  const walkIn = { id: crypto.randomUUID(), walkIn: { name: 'Don Efraín', companions: 1 }, at: HELD };
  const checkedIn = await page.request.post(`/api/attendances/${id}/check-ins`, {
    data: { items: [...items, walkIn] },
  });
  expect(checkedIn.status()).toBe(200);

  await advanceClock(product, ASKING);
  const mail = await newPage();
  await openEmail(mail, 'efrain@example.org', '¿Cómo te fue?');
  const efrain = await followLink(mail, 'mi-asistencia');
  await expect(efrain.getByRole('heading', { name: '¿Cómo te fue?' })).toBeVisible();
  await efrain.getByRole('button', { name: 'Enviar' }).click();
  await expect(efrain.getByText('Elige del 1 al 5 cómo te fue')).toBeVisible();
  await expectAccessible(efrain);
  await answer(efrain, 'Le faltó', 'Faltó agua para todas las personas.');
  await efrain.getByRole('button', { name: 'Cambiar mi respuesta' }).press('Enter');
  await expect(efrain.getByRole('radio', { name: 'Le faltó' })).toBeChecked();
  await efrain.getByRole('radio', { name: 'Me gustó', exact: true }).check();
  await efrain.getByRole('button', { name: 'Guardar el cambio' }).click();
  await expect(efrain.getByText('Me gustó', { exact: true })).toBeVisible();
  await expectAccessible(efrain);
  await openEmail(mail, 'sol@example.org', '¿Cómo te fue?');
  await answer(await followLink(mail, 'mi-asistencia'), 'Me encantó', 'Qué alegría de olla.');

  await page.goto(`/actividades/${id}`);
  await page.getByRole('link', { name: 'Después' }).click();
  await expect(page.getByText('Hay 2 respuestas.')).toBeVisible();

  // An account finds the question in its bell, on its list and on the page of the activity.
  await luz.goto('/tasks/voy-a-ir');
  const link = luz.getByRole('link', { name: 'Contar cómo me fue' });
  await expect(link).toBeVisible();
  await expectAccessible(luz);
  await link.click();
  await expect(luz.getByRole('heading', { name: '¿Cómo te fue?' })).toBeVisible();
  await expectAccessible(luz);
  await answer(luz, 'Me encantó', '');
  // On a phone the bar of an activity stands in place of the tabs.
  await luz.goto('/tasks/voy-a-ir');
  await luz.getByRole('button', { name: /^(Notificaciones|Avisos)/ }).click();
  await expect(luz.getByRole('link', { name: /^¿Cómo te fue\?/ })).toHaveAttribute(
    'href',
    `/actividades/${id}`,
  );

  await page.reload();
  await expect(page.getByText('Vinieron 5 personas')).toBeVisible();
  await expect(page.getByText('3 de las 4 que dijeron que venían')).toBeVisible();
  await expect(page.getByText('2 sin haber confirmado')).toBeVisible();
  await expect(page.getByText('4,7 de 5, en 3 respuestas')).toBeVisible();
  await expect(page.getByText('Faltó agua para todas las personas.')).toBeVisible();
  await page.getByRole('button', { name: 'Anotar avance: Servir' }).click();
  await page.getByLabel('Servir: cuánto llevan').fill('130');
  await page.getByRole('button', { name: 'Guardar', exact: true }).click();
  await expect(page.getByText('Avance guardado')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Dar las gracias' }).press('Enter');
  await expect(page.getByText('Quienes van: 4 personas. No se puede deshacer.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enviar a 4 personas' }).click();
  await expect(page.getByText('Listo: tus gracias les llegan a 4 personas')).toBeVisible();
  await expect(page.getByText(/^Ya diste las gracias/)).toBeVisible();
  await expectAccessible(page);
  await openEmail(mail, 'luz@example.org', 'Gracias por hacer parte');
});

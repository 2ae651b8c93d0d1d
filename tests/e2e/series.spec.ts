import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';
import { publishActivity } from './organiser.ts';

test('a series is published, found as one, confirmed at once, and changed in part', async ({
  page,
  browser,
  product,
}) => {
  // The account and its first activity; the series is written in the form.
  const { unique } = await publishActivity(page);
  const title = `Huerta ${unique}`;
  await page.goto('/add-task');
  await page.getByRole('textbox', { name: 'Título' }).fill(title);
  await page.getByRole('button', { name: /Fecha y hora/ }).click();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  await page.getByRole('button', { name: /^1 / }).first().click();
  await page.getByRole('button', { name: 'Listo' }).click();
  await page.getByText('Se repite', { exact: true }).click();
  await page.getByLabel('Cada cuánto', { exact: true }).selectOption('Cada semana');
  await page.getByLabel('Cuántas fechas').fill('4');
  await expect(page.getByText(/^4 \S+, hasta el \d+ de \S+$/).last()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByRole('heading', { name: 'Tu actividad está publicada' })).toBeVisible();
  await expect(page.getByText(/^Cada \S+\s· 4 fechas$/)).toBeVisible();
  await page.goto('/tasks');
  const card = page.getByRole('article', { name: title });
  await expect(card).toHaveCount(1);
  await expect(card.getByText(/^Cada \S+\s· quedan 4 fechas$/)).toBeVisible();

  const context = await browser.newContext({ baseURL: product.url });
  const visitor = await context.newPage();
  await visitor.goto(`/actividades?q=${encodeURIComponent(title)}`);
  await expect(visitor.getByRole('article', { name: title })).toHaveCount(1);
  await visitor.getByRole('link', { name: title }).click();
  await expect(visitor.getByRole('region', { name: 'Otras fechas' }).getByRole('link')).toHaveCount(3);
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Confirmar asistencia' });
  await dialog.getByLabel('Nombre').fill('Luz');
  await dialog.getByLabel('Correo electrónico').fill(`luz.${unique}@example.org`);
  await dialog.getByRole('radio', { name: /A las 4 fechas que quedan/ }).check();
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(visitor.getByText('Vas a 4 fechas.')).toBeVisible();
  await expect(visitor.getByRole('button', { name: 'Cancelar Asistencia' })).toBeVisible();

  // One link for all dates, in another browser: one of them is cancelled.
  const other = await browser.newContext({ baseURL: product.url });
  const mailbox = await other.newPage();
  await openEmail(mailbox, `luz.${unique}@example.org`, 'Vas a 4 fechas de una actividad');
  const personal = await followLink(mailbox, 'mi-asistencia');
  await personal.getByRole('region', { name: 'Tus 4 fechas' }).getByRole('button').nth(2).click();
  const cancellation = personal.getByRole('button', { name: 'Cancelar Asistencia' });
  await expect(cancellation).toBeVisible();
  await expectAccessible(personal);
  await cancellation.click();
  await personal.getByRole('button', { name: 'Sí, cancelar' }).click();
  await expect(personal.getByRole('region', { name: 'Tus 3 fechas' })).toBeVisible();

  // The place of one date, then the title of all.
  await card.getByRole('link', { name: 'Editar' }).click();
  await page.getByRole('combobox', { name: 'Lugar' }).fill('La Ladera');
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  const scope = page.getByRole('dialog', { name: '¿Qué fechas quieres cambiar?' });
  await expect(scope.getByText(/Quedan como están las que ya pasaron/)).toBeVisible();
  await expectAccessible(page);
  await scope.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Actividad actualizada')).toBeVisible();
  await visitor.reload();
  await visitor.getByRole('region', { name: 'Otras fechas' }).getByRole('link').first().click();
  const second = /[0-9a-f-]{36}/.exec(visitor.url())?.[0];
  await page.goto(`/tasks/${second}`);
  await page.getByRole('textbox', { name: 'Título' }).fill(`${title} escolar`);
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await scope.getByRole('radio', { name: /Todas las fechas que quedan/ }).check();
  await scope.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText('Se actualizaron 3 fechas; 1 fecha quedó como estaba')).toBeVisible();

  // This and the following are deleted; the edited first one stays.
  await page.goto('/tasks');
  await expect(card).toHaveCount(1);
  await page.goto(`/tasks/buscar?q=${encodeURIComponent(`${title} escolar`)}`);
  await page
    .getByRole('article', { name: `${title} escolar` })
    .getByRole('button', { name: 'Eliminar' })
    .click();
  const deletion = page.getByRole('dialog', { name: '¿Qué fechas quieres eliminar?' });
  await deletion.getByRole('radio', { name: /Esta y las siguientes/ }).check();
  await expectAccessible(page);
  await deletion.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Se eliminaron 3 fechas')).toBeVisible();
  await context.close();
  await other.close();
});

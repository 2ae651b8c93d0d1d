import { expect, expectAccessible, test } from './fixtures.ts';
import { followLink, openEmail } from './mailbox.ts';
import { publishActivity } from './organiser.ts';

/** After which an open page asks what is still needed. */
const REFRESH_MS = 15_000;

test('what is needed, claimed by visitors, changed by their link, and seen by the organiser', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  const { id, unique } = await publishActivity(page);

  // The organiser writes a list like on paper.
  await page.goto(`/tasks/${id}`);
  await page.getByText('Qué se necesita', { exact: true }).click();
  await page.getByRole('button', { name: 'Agregar tarea o cosa' }).click();
  await expect(page.getByLabel('1. Qué')).toBeFocused();
  await page.keyboard.type('Palas');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('2. Qué')).toBeFocused();
  await page.keyboard.type('Cocina');
  const first = page.locator('[data-line="0"]');
  await first.getByLabel('Tipo').selectOption('Cosa');
  await first.getByLabel('Cuántas').fill('3');
  await page.getByText('Horario y nota').click();
  // The lines are not wider than the form, also with the times.
  expect(
    await page
      .getByRole('list')
      .filter({ has: first })
      .evaluate(list => list.scrollWidth - list.clientWidth),
  ).toBe(0);
  await page.getByLabel('Nota', { exact: true }).last().fill('Para treinta personas');
  await page.getByLabel('Cada persona debe elegir al menos una').check();
  await expectAccessible(page);
  // Dragged below the second line.
  const handle = page.getByRole('button', { name: /^Mover: Palas/ });
  await handle.scrollIntoViewIfNeeded();
  const [from, to] = [await handle.boundingBox(), await page.locator('[data-line="1"]').boundingBox()];
  if (from === null || to === null) throw new Error('the lines are not shown');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 30, { steps: 4 });
  await page.mouse.up();
  await expect(page.getByLabel('2. Qué')).toHaveValue('Palas');
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(page.getByText('Actividad actualizada')).toBeVisible();

  const context = await browser.newContext({ baseURL: product.url });
  const visitor = await context.newPage();
  await visitor.clock.install();
  await visitor.goto(`/actividades/${id}`);
  await expect(visitor.getByText('Falta 1 persona en Cocina').last()).toBeVisible();
  await expect(visitor.getByText('Por llevar: Palas (3)')).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Confirmar asistencia' });
  await dialog.getByLabel('Nombre').fill('Luz');
  await dialog.getByLabel('Correo electrónico').fill(`luz.${unique}@example.org`);
  await dialog.getByRole('button', { name: 'Siguiente' }).click();
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('Elige al menos una tarea o cosa por llevar')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Cocina' }).check();
  await dialog.getByRole('combobox', { name: 'Palas' }).selectOption('2 unidades');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(visitor.getByText('Elegiste: Cocina, Palas (2)')).toBeVisible();

  // By the link of the e-mail, in another browser.
  const other = await browser.newContext({ baseURL: product.url });
  const mailbox = await other.newPage();
  await openEmail(mailbox, `luz.${unique}@example.org`, 'Vas a una actividad');
  const personal = await followLink(mailbox, 'mi-asistencia');
  await expect(personal.getByText('Elegiste: Cocina, Palas (2)')).toBeVisible();
  await personal.getByRole('button', { name: 'Cambiar en qué ayudo' }).click();
  await personal.getByRole('checkbox', { name: 'Cocina' }).uncheck();
  await expectAccessible(personal);
  await personal.getByRole('button', { name: 'Guardar' }).click();
  await expect(personal.getByText('Elegiste: Palas (2)')).toBeVisible();

  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await page.getByRole('button', { name: /^Falta|^Por llevar|^No falta/ }).click();
  const overview = page.getByRole('region', { name: 'Quién ayuda en qué y quién lleva qué' });
  await expect(overview.getByText('Palas: 2 de 3')).toBeVisible();
  await expect(overview.getByText('Luz (2)')).toBeVisible();
  await expectAccessible(page);

  // Fewer spades than are claimed.
  quietConsole.expect(/409/);
  await page.goto(`/tasks/${id}`);
  await page.getByText('Qué se necesita', { exact: true }).click();
  await page.locator('[data-line="1"]').getByLabel('Cuántas').fill('1');
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await page.getByRole('button', { name: 'Guardar y avisarles' }).click();
  await expect(page.getByText('Actividad actualizada')).toBeVisible();
  await openEmail(mailbox, `luz.${unique}@example.org`, 'Cambió lo que se necesita');
  await visitor.clock.fastForward(REFRESH_MS);
  await expect(visitor.getByText('Falta 1 persona en Cocina').last()).toBeVisible();
  await context.close();
  await other.close();
});

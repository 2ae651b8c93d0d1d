import { expect, expectAccessible, test } from './fixtures.ts';
import { publishActivity } from './organiser.ts';

// docs/rules.md R13.5
test('a visitor signs up with a phone, keeps the link, and the organiser writes by WhatsApp', async ({
  page,
  browser,
  contextOptions,
  product,
}) => {
  const { id, unique } = await publishActivity(page);
  await page.goto(`/tasks/${id}`);
  await page.getByText('Confirmar sin correo', { exact: true }).click();
  await page.getByLabel('Qué dejan quienes confirman').selectOption('Solo el nombre es obligatorio');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(page.getByText('Actividad actualizada')).toBeVisible();

  const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
  const visitor = await context.newPage();
  await visitor.goto(`/actividades/${id}`);
  await expect(visitor.getByRole('button', { name: 'Compartir por WhatsApp' })).toBeVisible();
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = visitor.getByRole('dialog', { name: 'Confirmar asistencia' });
  await dialog.getByLabel('Nombre').fill('Doña Carmen');
  await dialog.getByLabel('Teléfono (opcional)').fill('123');
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  await expect(dialog.getByText('Ingresa un teléfono válido')).toBeVisible();
  await dialog.getByLabel('Teléfono (opcional)').fill('300 123 45 67');
  await expectAccessible(visitor);
  await dialog.getByRole('button', { name: 'Confirmar' }).click();
  const step = visitor.getByRole('dialog', { name: 'Listo, ya estás en la lista' });
  const link = await step.getByLabel('Tu enlace').inputValue();
  await expectAccessible(visitor);
  // In a window as low as this the ticket begins below the first screen.
  await visitor.setViewportSize({ width: 360, height: 400 });
  await step.getByRole('button', { name: 'Listo' }).click();
  await expect(step).toBeHidden();
  await expect(visitor.getByText('Vas a asistir')).toBeVisible();
  await expect(visitor.getByText('Muestra este código en la puerta')).toBeInViewport({ ratio: 1 });
  await expect(visitor.getByRole('main').getByText('1 va', { exact: true })).toBeVisible();
  // The device knows of it without an e-mail, too.
  await visitor.goto(`/actividades?q=${unique}`);
  await expect(visitor.getByRole('article').getByText('Vas', { exact: true })).toBeVisible();
  await visitor.goto('/mi-asistencia');
  await expect(visitor.getByRole('link', { name: `Minga ${unique}` })).toBeVisible();
  await context.close();

  // The link works in another browser.
  const other = await browser.newContext({ baseURL: product.url });
  const personal = await other.newPage();
  await personal.goto(`/mi-asistencia${new URL(link).search}`);
  await expect(personal.getByText('Doña Carmen, te esperamos.')).toBeVisible();
  await other.close();

  await page.goto(`/tasks/asistencia?taskId=${id}`);
  const sheetOf = () => page.getByRole('button', { name: 'Acciones: Doña Carmen' }).click();
  await sheetOf();
  const whatsApp = page.getByRole('link', { name: 'Escribir por WhatsApp: Doña Carmen, +573001234567' });
  await expect(whatsApp).toHaveAttribute('href', /^https:\/\/wa\.me\/573001234567\?text=Hola%2C%20Do%C3%B1a/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await expect(page.getByRole('link', { name: 'Lista por WhatsApp' })).toHaveAttribute(
    'href',
    /Do%C3%B1a%20Carmen/,
  );
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sheetOf();
  await page.getByRole('button', { name: 'Editar: Doña Carmen' }).click();
  await page.getByLabel('Teléfono (opcional)').fill('300 765 43 21');
  await page.getByRole('button', { name: 'Actualizar' }).click();
  await expect(page.getByText('Participante actualizado correctamente')).toBeVisible();
  await sheetOf();
  await expect(page.getByText('+573007654321').filter({ visible: true })).toBeVisible();

  // Only the organiser can pass on the link of an attendee without an e-mail.
  for (const name of ['Don Efraín', 'Doña Rosa']) {
    await page.getByRole('button', { name: 'Agregar Participante' }).click();
    await page.getByLabel('Nombre completo').fill(name);
    await page.getByRole('button', { name: 'Agregar', exact: true }).click();
    await expect(page.getByLabel('Enlace personal')).toHaveValue(/mi-asistencia/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Listo' }).click();
  }
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('button', { name: 'Quitar a varias personas' }).click();
  await page.getByRole('checkbox', { name: 'Don Efraín' }).check();
  await page.getByRole('checkbox', { name: 'Doña Rosa' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Eliminar', exact: true }).click();
  const asking = page.getByRole('dialog', { name: 'Eliminar participantes' });
  await expect(asking.getByText('Don Efraín y Doña Rosa')).toBeVisible();
  await asking.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByRole('heading', { name: '1 participante' })).toBeFocused();
});

import { publishFromNewAccount } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { expectLegibleMagnified } from './magnified-text.ts';
import { openEmail } from './mailbox.ts';
import { confirm, createMember, expectAccessibleInBothSchemes, publish } from './notification-fixtures.ts';

test('a member creates, changes and deletes a reminder', async ({ page, browser, product, quietConsole }) => {
  quietConsole.expect(/400 \(Bad Request\)/);
  const { id, title } = await publishFromNewAccount(browser, product.url);
  const email = await createMember(page);
  await page.goto('/tasks/notificaciones');
  await expect(page.getByText('Sin notificaciones')).toBeVisible();
  await expect(page.getByText(/^No tienes actividades confirmadas/)).toBeVisible();
  await expectLegibleMagnified(page);
  await expectAccessibleInBothSchemes(page);

  await confirm(page, id, 'Luz Dary', email);
  // More options than the list box shows without scrolling.
  await Promise.all([3, 4, 5, 6, 7, 8].map(days => publish(page, `Minga número ${days}`, days)));
  await page.goto(`/actividades/${id}`);
  await page.getByRole('link', { name: 'Configurar recordatorio' }).click();
  await expect(page).toHaveURL(`/tasks/notificaciones?taskId=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Configurar Notificaciones' })).toBeFocused();
  const activity = page.getByRole('combobox', { name: 'Actividad' });
  await expect(activity).toHaveValue(title);
  await expect(page.getByText('Encontradas 1 actividades confirmadas: 1 futuras, 0 pasadas')).toBeVisible();
  const save = page.getByRole('button', { name: 'Guardar Configuración' });
  await save.click();
  await expect(page.getByText('Por favor completa todos los campos.')).toBeInViewport();
  await page.getByLabel('Días de Anticipación').fill('31');
  await save.click();
  await expect(page.getByText('Los días de anticipación deben ser un número entre 1 y 30.')).toBeInViewport();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('Días de Anticipación').fill('1');
  await save.click();
  await expect(page.getByText('Configuración guardada correctamente.')).toBeInViewport();
  await expect(page.getByText('Notificar 1 día antes')).toBeVisible();
  await expect(activity).toHaveValue('');
  await expect(page).toHaveURL('/tasks/notificaciones');

  await activity.click();
  await expect(page.getByRole('option', { name: `${title} (Ya configurada)` })).toBeVisible();
  const list = page.getByRole('listbox', { name: 'Actividad' });
  await expect(list.getByRole('option')).toHaveCount(7);
  expect(await list.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
  await expectAccessibleInBothSchemes(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `Editar: ${title}` }).click();
  await expect(page.getByLabel('días antes')).toBeFocused();
  await expectAccessibleInBothSchemes(page);
  await page.getByLabel('días antes').fill('2');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Notificación actualizada correctamente.')).toBeInViewport();
  await expect(page.getByText('Notificar 2 días antes')).toBeVisible();
  await expect(page.getByRole('button', { name: `Editar: ${title}` })).toBeFocused();

  await page.getByRole('button', { name: `Eliminar: ${title}` }).click();
  const confirmDialog = page.getByRole('dialog', { name: 'Eliminar notificación' });
  await expect(confirmDialog).toContainText('¿Estás seguro de que quieres eliminar esta notificación?');
  await expectAccessibleInBothSchemes(page);
  await confirmDialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('Notificación eliminada correctamente.')).toBeInViewport();
  await page.reload();
  await expect(page.getByText('Sin notificaciones')).toBeVisible();
});

test('the profile sets notification preferences, and an e-mail’s link unsubscribes from its kind', async ({
  page,
  browser,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/400 \(Bad Request\)/);
  const email = await createMember(page);
  const id = await publish(page, 'Siembra de árboles', 5);
  const visitor = await browser.newContext({ baseURL: product.url });
  await confirm(visitor, id, 'Rosa Muelas');
  await openEmail(page, email, 'Rosa Muelas va: Siembra de árboles');
  const link = await page.getByRole('link', { name: /dejar-correos/ }).getAttribute('href');
  const { pathname, search } = new URL(link ?? '');

  const withoutScripts = await browser.newContext({ baseURL: product.url, javaScriptEnabled: false });
  const form = await withoutScripts.newPage();
  await form.goto(`${pathname}${search}`);
  await form.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await expect(form.getByRole('heading', { level: 1, name: 'Listo' })).toBeVisible();
  await withoutScripts.close();

  const stranger = await visitor.newPage();
  await stranger.goto(`${pathname}${search}`);
  await expect(stranger).toHaveURL('/dejar-correos');
  await expect(stranger.getByText(/sobre quién asiste a tus actividades/)).toBeVisible();
  await expectAccessibleInBothSchemes(stranger);
  await stranger.getByRole('button', { name: 'Dejar de recibirlos' }).click();
  await expect(stranger.getByRole('heading', { level: 1, name: 'Listo' })).toBeVisible();
  await expectAccessibleInBothSchemes(stranger);
  await visitor.close();

  await page.goto('/dejar-correos?token=cortado');
  await expect(page.getByRole('heading', { level: 1, name: 'Este enlace ya no sirve' })).toBeVisible();
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('link', { name: 'Elegir mis avisos' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Avisos' })).toBeInViewport();
  const kind = page.getByRole('group', { name: 'Asistencias a mis actividades' });
  const byEmail = kind.getByRole('switch', { name: 'Por correo' });
  await kind.getByText('Solo en la campana').click();
  await expect(byEmail).not.toBeChecked();
  await expect(kind.getByRole('switch', { name: 'En la campana' })).toBeChecked();
  await expectAccessibleInBothSchemes(page);
  const saved = page.waitForResponse(response => response.request().method() === 'PUT');
  await byEmail.click();
  await expect(byEmail).toBeChecked();
  await saved;
  await page.reload();
  await kind.getByText('Por correo y en la campana').click();
  await expect(byEmail).toBeChecked();
});

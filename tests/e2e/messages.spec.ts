import { expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';
import { openEmail } from './mailbox.ts';
import { publishActivity } from './organiser.ts';

test('an organiser writes to those who come, sees the letter first, and each gets one', async ({ page }) => {
  const { id, unique } = await publishActivity(page, { capacity: 5 });
  for (const name of ['luz', 'sol'])
    await page.request.post('/api/attendances/confirm', {
      data: { taskId: id, name, email: `${name}.${unique}@example.org` },
    });
  await page.goto(`/tasks/asistencia?taskId=${id}`);
  await page.getByRole('link', { name: 'Mensajes' }).click();
  await expect(page.getByText('Le llegará por correo o en su campana a 2 personas.')).toBeVisible();
  await page.getByRole('button', { name: 'Ver cómo llega' }).click();
  await expect(page.getByText('El asunto es requerido')).toBeVisible();
  await page.getByLabel('Asunto').fill('Va a llover');
  await page.getByLabel('Mensaje', { exact: true }).fill('Traigan capa.\n\nNos vemos a las nueve.');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Ver cómo llega' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Así les llega' })).toBeFocused();
  await expect(page.getByText('Quienes van: 2 personas. No se puede deshacer.')).toBeVisible();
  // As formatted as the e-mail, in its whole height.
  const letter = page.frameLocator('iframe[title="El correo"]');
  await expect(letter.getByText('Ver la actividad')).toBeVisible();
  await expect(letter.getByText('Minga: el trabajo que una comunidad hace unida.')).toBeVisible();
  await expectAccessible(page);
  // Leaving the page asks before it discards the message.
  await page.getByRole('link', { name: 'Gente' }).click();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await page.getByRole('button', { name: 'Enviar a 2 personas' }).click();
  await expect(page.getByText('Listo: le llegará a 2 personas')).toBeVisible();
  // By keyboard: the page scrolls to the success message.
  await page.getByRole('region', { name: 'Enviados' }).locator('summary').press('Enter');
  await expect(page.getByText('Nos vemos a las nueve.')).toBeVisible();
  await expectAccessible(page);

  await openEmail(page, `luz.${unique}@example.org`, 'Mensaje de quien organiza');
});

test(
  'a phone shows the messages of a series without parts that touch or dates that are cut',
  ON_THE_PHONE,
  async ({ page }) => {
    const { id, unique } = await publishActivity(page, { repeat: { frequency: 'weekly', count: 3 } });
    await page.request.post('/api/attendances/confirm', {
      data: { taskId: id, name: 'Luz', email: `luz.${unique}@example.org` },
    });
    await page.goto(`/tasks/${id}/mensajes`);
    await page.getByLabel('Asunto').fill('Traigan botas, guantes, agua y el almuerzo de todas');
    await page.getByLabel('Mensaje', { exact: true }).fill('Va a llover.');
    await page.getByRole('button', { name: 'Ver cómo llega' }).click();
    await page.getByRole('button', { name: 'Enviar a 1 persona' }).click();
    const sent = page.getByRole('status').filter({ hasText: 'Listo: le llegará a 1 persona' });
    await expect(sent).toBeVisible();
    const list = page.getByRole('region', { name: 'Enviados' });
    const summary = list.locator('summary');
    await expect(summary).toBeVisible();
    const cut = await summary.evaluate(line =>
      [...line.querySelectorAll('span')].filter(part => part.scrollWidth > part.clientWidth),
    );
    expect(cut).toHaveLength(0);
    await summary.click();
    await expect(list.getByText(/Quienes van: 1 persona$/)).toBeVisible();
    const dates = page.getByRole('heading', { name: 'Escribir a la gente de otra fecha' });
    const parts = [
      [page.getByText(/^Es una fecha de una serie/), sent],
      [page.getByRole('button', { name: 'Ver cómo llega' }), dates],
    ] as const;
    for (const [above, below] of parts) {
      const [upper, lower] = [await above.boundingBox(), await below.boundingBox()];
      expect((lower?.y ?? 0) - ((upper?.y ?? 0) + (upper?.height ?? Infinity))).toBeGreaterThanOrEqual(12);
    }
  },
);

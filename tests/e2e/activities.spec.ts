import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { createAccount } from './accounts.ts';
import { decodeShown } from './decode-qr.ts';
import { expect, expectAccessible, test } from './fixtures.ts';
import { tabTo } from './keyboard.ts';
import { publishActivity } from './organiser.ts';

const TITLE = 'Limpieza del río Molino';

const picture = (background: string) =>
  sharp({ create: { width: 1600, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** Creates an account, signs it in and publishes an activity. */
async function createOrganiser(page: Page): Promise<{ id: string }> {
  const email = `nubia.${randomUUID().slice(0, 8)}@example.org`;
  await createAccount(page, { username: 'Nubia Chantre', email, password: 'maíz-y-café' });
  const response = await page.request.post('/api/tasks', {
    multipart: {
      title: TITLE,
      place: 'Puente del Humilladero',
      responsible: 'Ana, Luis',
      date: new Date(Date.now() + 5 * 24 * 60 * 60 * 1000).toUTCString(),
      image: { name: 'río.jpg', mimeType: 'image/jpeg', buffer: await picture('#2c7a5b') },
    },
  });
  return { id: (await response.json())._id };
}

const card = (page: Page, title = TITLE) => page.getByRole('article', { name: title });
const imageOf = (page: Page) => card(page).getByRole('img').first();

test('an organiser replaces the picture, promotes, views and deletes an activity', async ({ page }) => {
  await createOrganiser(page);
  await page.goto('/tasks');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (1)' })).toBeVisible();
  const before = await imageOf(page).getAttribute('src');
  await expectAccessible(page);

  await card(page).getByRole('link', { name: 'Editar' }).click();
  await expect(page.getByRole('img', { name: 'Imagen actual' })).toBeVisible();
  await page.locator('summary', { hasText: 'Por quién preguntar' }).click();
  await page.getByLabel('Responsables').fill('Ana, Luis, Don Efraín');
  await expect(page.getByRole('list', { name: 'Así se mostrarán' })).toContainText('Don Efraín');
  const tooLarge = { name: 'grande.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) };
  await page.getByLabel(/^Imagen/).setInputFiles(tooLarge);
  await expect(page.getByText('La imagen es demasiado grande. Máximo 5MB')).toBeVisible();
  await expectAccessible(page);
  const other = { name: 'orilla.jpg', mimeType: 'image/jpeg', buffer: await picture('#b4482b') };
  await page.getByLabel(/^Imagen/).setInputFiles(other);
  await expect(page.getByAltText('Vista previa: orilla.jpg')).toBeVisible();
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await expect(page.getByText('Actividad actualizada')).toBeVisible();
  await expect(card(page)).toContainText('Don Efraín');
  await expect(imageOf(page)).not.toHaveAttribute('src', before ?? '');

  await card(page).getByRole('switch', { name: 'Promocionar' }).click();
  await expect(card(page).getByText('PROMO', { exact: true })).toBeVisible();
  await expect(card(page).getByText(/^Hasta el \d+ \p{L}+$/u)).toBeVisible();
  await expectAccessible(page);

  await card(page).getByRole('button', { name: 'Ver Detalles' }).click();
  const details = page.getByRole('dialog', { name: TITLE });
  await expect(details.getByRole('link', { name: 'Agregar al calendario' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(details).toBeHidden();
  await expect(card(page).getByRole('button', { name: 'Ver Detalles' })).toBeFocused();
  await expect(page).toHaveURL('/tasks');
  await card(page).getByRole('button', { name: 'Ver Detalles' }).click();
  await details.getByRole('button', { name: 'Volver' }).click();
  await expect(details).toBeHidden();

  await card(page).getByRole('button', { name: 'Eliminar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Estás seguro que deseas eliminar esta actividad?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Eliminar' }).click();
  await expect(page.getByText('No hay tareas aún, por favor agregue una nueva tarea')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (0)' })).toBeFocused();
});

test('an organiser copies an activity for the same weekday, with its picture', async ({ page }) => {
  const { id } = await createOrganiser(page);
  await page.goto(`/actividades/${id}`);
  await page.getByRole('button', { name: 'Más acciones' }).click();
  await page.getByRole('link', { name: 'Duplicar' }).click();
  await expect(page.getByText(`Es una copia de «${TITLE}»`)).toBeVisible();
  await expect(page.getByAltText('Vista previa: imagen copiada')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Título').fill('Limpieza del río Ejido');
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tu actividad está publicada' })).toBeVisible();
  await page.goto('/tasks');
  await expect(card(page, 'Limpieza del río Ejido').getByRole('img').first()).toHaveAttribute(
    'src',
    /^\/imagenes\//,
  );
  const list = await (await page.request.get('/api/tasks')).json();
  const [first, second] = list.map(({ date }: { date: string }) => Date.parse(date));
  expect(second - first).toBe(7 * 24 * 60 * 60 * 1000);
});

const dayInBogota = (time: Date) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Bogota', dateStyle: 'short' }).format(time);
const weekdayOf = (day: string | null | undefined) =>
  new Intl.DateTimeFormat('en', { timeZone: 'UTC', weekday: 'short' }).format(new Date(`${day}T00:00:00Z`));

test('an organiser publishes and deletes an activity with the keyboard only', async ({ page }) => {
  await createOrganiser(page);
  await page.goto('/add-task');
  await tabTo(page.getByLabel('Título'));
  await page.keyboard.type('Siembra de árboles');
  await tabTo(page.getByRole('button', { name: /^Fecha y hora/ }));
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: 'Fecha y hora' });
  await expect(picker).toBeVisible();
  await expectAccessible(page);
  const dayInFocus = () => page.evaluate(() => document.activeElement?.getAttribute('data-day'));
  await expect.poll(dayInFocus).toBe(dayInBogota(new Date()));
  await page.keyboard.press('PageDown');
  await page.keyboard.press('End');
  await expect.poll(async () => weekdayOf(await dayInFocus())).toBe('Sun');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: 'Listo' }));
  await page.keyboard.press('Enter');
  await expect(picker).toBeHidden();
  await tabTo(page.getByRole('button', { name: 'Publicar' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Tu actividad está publicada' })).toBeFocused();
  await tabTo(page.getByRole('link', { name: 'Ir a mis actividades' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (2)' })).toBeVisible();

  await tabTo(card(page, 'Siembra de árboles').getByRole('button', { name: 'Eliminar' }));
  await page.keyboard.press('Space');
  const dialog = page.getByRole('dialog', { name: 'Estás seguro que deseas eliminar esta actividad?' });
  await expect(dialog.getByRole('button', { name: 'Cancelar' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (1)' })).toBeVisible();
  await expect(card(page).getByRole('link', { name: TITLE })).toBeFocused();
});

test('a phone shows nine own activities in few screens', async ({ page }) => {
  await createOrganiser(page);
  for (let day = 1; day < 9; day += 1) {
    const date = new Date(Date.now() + day * 86_400_000).toISOString();
    const responsible = ['Nubia Chantre', 'Don Efraín Tombé'];
    const data = {
      title: `Siembra de árboles nativos en la ladera ${day}`,
      place: 'Cerro',
      responsible,
      date,
    };
    expect((await page.request.post('/api/tasks', { data })).status()).toBe(201);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/tasks');
  await expect(page.getByRole('article')).toHaveCount(9);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4000);
  await expectAccessible(page);
});

test('leaving the form with unsaved changes opens a confirmation dialog', async ({ page }) => {
  const { id } = await createOrganiser(page);
  await page.goto(`/tasks/${id}`);
  await page.getByRole('combobox', { name: 'Lugar' }).fill('Parque Caldas');
  for (const fold of ['Hora de fin', 'Ubicación']) await page.locator('summary', { hasText: fold }).click();
  await page.getByLabel('Coordenadas o enlace del mapa').fill('geo:2.4448,-76.6147');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Cancelar' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(page.getByRole('combobox', { name: 'Lugar' })).toHaveValue('Parque Caldas');
  await page.getByRole('button', { name: 'Actualizar' }).click();
  // Leaving now would abort the request.
  await expect(page.getByText('Actividad actualizada')).toBeVisible();
  await page.goto(`/actividades/${id}`);
  await expect(page.getByRole('link', { name: 'Cómo llegar' })).toBeVisible();
  await expectAccessible(page);
});

test('a plain activity takes two screens of a phone and six presses besides its title', async ({ page }) => {
  await createOrganiser(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/add-task');
  await page.getByLabel('Título').fill('Siembra en el cerro');
  let presses = 0;
  const press = async (target: Locator) => {
    presses += 1;
    await target.click();
  };
  await press(page.getByRole('button', { name: /^Fecha y hora/ }));
  const dialog = page.getByRole('dialog', { name: 'Fecha y hora' });
  await dialog.getByRole('button', { name: 'Mes siguiente' }).waitFor();
  const days = dialog.locator('[data-day]:not([data-disabled]):not([data-outside])');
  // On the last day of a month the hour below may have passed, which the form says in a line more.
  if ((await days.count()) === 1) await dialog.getByRole('button', { name: 'Mes siguiente' }).click();
  await press(days.last());
  await press(dialog.getByRole('spinbutton', { name: 'Hora' }));
  // The keyboard's own key accepts the time.
  await page.keyboard.type('03');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await press(page.getByRole('combobox', { name: 'Lugar' }));
  await page.keyboard.type('Cerro de las Tres Cruces');
  await press(page.getByLabel('Descripción'));
  await page.keyboard.type('Trae botas.');
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2 * 740);
  // It is in view at any scroll position.
  const publish = page.getByRole('button', { name: 'Publicar' });
  for (const position of [0, 400]) {
    await page.evaluate(top => scrollTo(0, top), position);
    await expect(publish).toBeInViewport({ ratio: 1 });
  }
  await press(publish);
  await expect(page.getByRole('heading', { name: 'Tu actividad está publicada' })).toBeVisible();
  expect(presses).toBe(6);
});

test('the result of publishing outlives a reload, and Back leaves the submitted form', async ({ page }) => {
  await createOrganiser(page);
  await page.goto('/tasks');
  await page.goto('/add-task');
  await page.getByLabel('Título').fill('Olla comunitaria');
  await page.getByRole('button', { name: /^Fecha y hora/ }).click();
  await page.getByRole('button', { name: 'Mes siguiente' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fecha y hora' });
  await dialog.locator('[data-day]:not([data-disabled]):not([data-outside])').last().click();
  await dialog.getByRole('button', { name: 'Listo' }).click();
  await page.getByRole('button', { name: 'Publicar' }).click();
  const result = page.getByRole('heading', { level: 1, name: 'Tu actividad está publicada' });
  await expect(result).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(result).toBeVisible();
  const address = await decodeShown(page.getByRole('img', { name: 'Código QR de la actividad' }));
  const whatsApp = await page.getByRole('link', { name: 'Compartir por WhatsApp' }).getAttribute('href');
  expect(new URL(whatsApp ?? '').searchParams.get('text')).toContain(address);
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Descargar la tarjeta' }).click();
  expect((await download).suggestedFilename()).toBe('Olla comunitaria.png');
  const { format, width } = await sharp(await (await download).path()).metadata();
  expect([format, width]).toEqual(['png', 1200]);

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (2)' })).toBeVisible();
  await page.goForward();
  await expect(result).toBeVisible();
  await page.goto('/add-task');
  await expect(page.getByLabel('Título')).toHaveValue('');
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: 'Olla comunitaria' })).toBeVisible();
});

/** As long as a name may be, without a space. */
const WORD = 'Electroencefalografistas'.repeat(4).slice(0, 80);

test('words of 80 letters and closed options widen no page of an activity', async ({
  page,
  browser,
  contextOptions,
  product,
}) => {
  const { id, unique } = await publishActivity(page, {
    title: WORD,
    description: `${WORD} https://example.org/${WORD}`,
    place: WORD.slice(0, 40),
    directions: WORD,
    responsible: [WORD.slice(0, 70)],
    capacity: 40,
    companionsMax: 3,
    asksAgain: true,
    contact: 'any',
    needs: [
      { kind: 'task', name: WORD.slice(0, 60), quantity: 5, note: WORD },
      { kind: 'thing', name: WORD.slice(0, 60), quantity: 5 },
    ],
    goals: [{ label: WORD.slice(0, 60), target: 10, unit: WORD.slice(0, 20) }],
    questions: [
      { label: WORD, kind: 'text', options: [], required: false },
      { label: WORD, kind: 'choice', options: [WORD.slice(0, 60), 'Otra'], required: false },
    ],
  });
  const activity = await (await page.request.get(`/api/tasks/${id}`)).json();
  const answers = activity.questions.map(({ _id: questionId }: { _id: string }, index: number) => ({
    questionId,
    value: index === 0 ? WORD : WORD.slice(0, 60),
  }));
  const claims = activity.needs.map(({ _id: needId }: { _id: string }) => ({ needId, quantity: 1 }));
  const data = {
    taskId: id,
    name: WORD,
    email: `${WORD.slice(0, 40)}.${unique}@example.org`,
    answers,
    claims,
  };
  const added = await page.request.post('/api/attendances/confirm', { data });
  expect(added.status()).toBe(201);
  const message = { subject: WORD, text: `${WORD}\n\nhttps://example.org/${WORD}`, to: 'all' };
  await page.request.post(`/api/tasks/${id}/messages`, { data: message });

  const visitor = await (await browser.newContext({ ...contextOptions, baseURL: product.url })).newPage();
  const screens = [
    ...[`/tasks/asistencia?taskId=${id}`, `/tasks/${id}/gente`],
    ...[`/tasks/${id}/mensajes`, `/tasks/${id}/equipo`],
    ...[`/tasks/${id}/puerta`, `/tasks/${id}/despues`, '/tasks', `/actividades/${id}`],
  ].map(path => [page, path, WORD.slice(0, 40)] as const);
  const form = [page, `/tasks/${id}`, 'Pregunta la víspera'] as const;
  for (const [viewer, path, text] of [form, ...screens, [visitor, `/actividades/${id}`, WORD] as const]) {
    await viewer.goto(path);
    await expect(viewer.getByText(text).filter({ visible: true }).first()).toBeVisible();
    for (const width of [360, 320]) {
      await viewer.setViewportSize({ width, height: 740 });
      expect([path, width, await viewer.evaluate(() => document.documentElement.scrollWidth)]).toEqual([
        path,
        width,
        width,
      ]);
    }
  }
  await visitor.getByRole('button', { name: 'Asistir a actividad' }).click();
  await expectAccessible(visitor);
});

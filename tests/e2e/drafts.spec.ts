import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount, signIn } from './accounts.ts';
import { expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';
import { publishActivity } from './organiser.ts';
import { drawnPicture } from './screens/drawn-picture.ts';

const RESTORED = 'Recuperamos lo que habías escrito.';

const title = (page: Page) => page.getByLabel('Título');
const place = (page: Page) => page.getByRole('combobox', { name: 'Lugar' });
const newAccount = () => ({
  username: 'Nubia Chantre',
  email: `nubia.${randomUUID().slice(0, 8)}@example.org`,
  password: 'maíz-y-café',
});

async function open(page: Page, path = '/add-task'): Promise<void> {
  await page.goto(path);
  await title(page).waitFor();
}

/** Waits for the pause after which what is typed is stored. */
const stored = (page: Page, text: string) =>
  expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain(text);

/** Waits until a picture is stored. That takes longer than its preview, and a page that is being left cannot wait for it. */
const storedPicture = (page: Page) => expect.poll(() => page.evaluate(countPictures)).toBe(1);

/** Runs in the page. */
async function countPictures(): Promise<number> {
  // To open a database that does not exist would create it, without what the app stores in it.
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'minga-drafts')) return 0;
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('minga-drafts');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const count = opening.result.transaction('pictures').objectStore('pictures').count();
      count.onerror = () => reject(count.error);
      count.onsuccess = () => {
        opening.result.close();
        resolve(count.result);
      };
    };
  });
}

/** Ends the session of this browser, but not by a sign-out. */
async function endSession(page: Page): Promise<void> {
  // An open page would still send requests.
  await page.goto('about:blank');
  await page.context().clearCookies();
}

test(
  'a long title is shown from its beginning after a reload while it was typed',
  ON_THE_PHONE,
  async ({ page }) => {
    await createAccount(page, newAccount());
    await open(page);
    await title(page).focus();
    await page.keyboard.insertText(
      'Jornada de siembra de árboles nativos en el Cerro de las Tres Cruces y la quebrada',
    );
    await stored(page, 'quebrada');
    await page.reload();
    await expect(page.getByText(RESTORED)).toBeVisible();
    // Chromium scrolls the field in the frame after the text is put into it.
    const scrolled = await title(page).evaluate(
      field =>
        new Promise(resolve => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(field.scrollLeft)));
        }),
    );
    expect(scrolled).toBe(0);
  },
);

// docs/rules.md R3.13
test('what is typed outlives a reload and a closed tab, with its picture', async ({ page, context }) => {
  await createAccount(page, newAccount());
  await open(page);
  await place(page).fill('Cerro de las Tres Cruces');
  await page.getByLabel(/^Imagen/).setInputFiles(await drawnPicture('trees', 5));
  await page.getByAltText(/^Vista previa/).waitFor();
  await stored(page, 'Tres Cruces');
  await storedPicture(page);
  // The page is left before a pause.
  await title(page).fill('Siembra de guaduas');
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(title(page)).toHaveValue('Siembra de guaduas');
  await expect(page.getByAltText('Vista previa: trees.jpg')).toBeVisible();
  await expectAccessible(page);

  await page.close({ runBeforeUnload: true });
  const later = await context.newPage();
  await open(later);
  await expect(title(later)).toHaveValue('Siembra de guaduas');
  await expect(place(later)).toHaveValue('Cerro de las Tres Cruces');
  await expect(later.getByAltText('Vista previa: trees.jpg')).toBeVisible();

  await later.getByRole('button', { name: 'Empezar de cero' }).click();
  await expect(title(later)).toHaveValue('');
  await expect(later.getByAltText(/^Vista previa/)).toHaveCount(0);
  await later.getByRole('button', { name: 'Deshacer' }).click();
  await expect(later.getByAltText('Vista previa: trees.jpg')).toBeVisible();
  await later.getByRole('button', { name: 'Empezar de cero' }).click();
  await expect.poll(() => later.evaluate(() => Object.keys(localStorage).join())).not.toContain('draft');
  await later.reload();
  await title(later).waitFor();
  await expect(later.getByText(RESTORED)).toHaveCount(0);
});

test('a draft goes with a sign-out, and no other account of the device gets it', async ({
  page,
  quietConsole,
}) => {
  // After the sign-out, for what the screen was fetching.
  quietConsole.expect(/401 \(Unauthorized\)/);
  const [nubia, luis] = [newAccount(), newAccount()];
  await createAccount(page, luis);
  await createAccount(page, nubia);
  await open(page);
  await title(page).fill('Siembra de Nubia');
  await stored(page, 'Siembra de Nubia');
  await page.getByRole('button', { name: `Menú de ${nubia.username}` }).click();
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
  await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Nubia');

  // A session that ended without a sign-out leaves the draft to its account.
  await signIn(page, nubia);
  await open(page);
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await title(page).fill('Olla de Nubia');
  await stored(page, 'Olla de Nubia');
  await endSession(page);
  await signIn(page, nubia);
  await open(page);
  await expect(title(page)).toHaveValue('Olla de Nubia');

  await endSession(page);
  await signIn(page, luis);
  await open(page);
  await expect(title(page)).toHaveValue('');
  await expect(page.getByText(RESTORED)).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('Olla');
});

test('drafts of two activities and of a copy stay apart, and an outdated one is only offered', async ({
  page,
}) => {
  const { id } = await publishActivity(page, { place: 'Puente' });
  await open(page, `/add-task?de=${id}`);
  await place(page).fill('Copia del puente');
  await stored(page, 'Copia del puente');
  await open(page);
  await expect(place(page)).toHaveValue('');
  await open(page, `/tasks/${id}`);
  await expect(place(page)).toHaveValue('Puente');
  await place(page).fill('Puente viejo');
  await stored(page, 'Puente viejo');
  await page.reload();
  await expect(page.getByText(RESTORED)).toBeVisible();
  await expect(place(page)).toHaveValue('Puente viejo');

  const { title: name, date } = await (await page.request.get(`/api/tasks/${id}`)).json();
  await page.request.put(`/api/tasks/${id}`, { data: { title: name, date, place: 'Parque' } });
  await page.reload();
  await expect(page.getByText(/^Tenías cambios sin guardar/)).toBeVisible();
  await expect(place(page)).toHaveValue('Parque');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usar lo que escribí' }).click();
  await expect(place(page)).toHaveValue('Puente viejo');
  await page.getByRole('button', { name: 'Actualizar actividad' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mis Actividades (1)' }).waitFor();
  await open(page, `/tasks/${id}`);
  await expect(place(page)).toHaveValue('Puente viejo');
  await expect(page.getByText(RESTORED)).toHaveCount(0);

  await open(page, `/add-task?de=${id}`);
  await expect(place(page)).toHaveValue('Copia del puente');
});

test('two tabs: the last one that writes is restored', async ({ page, context }) => {
  await createAccount(page, newAccount());
  const other = await context.newPage();
  for (const tab of [page, other]) await open(tab);
  await title(page).fill('Siembra');
  await stored(page, 'Siembra');
  await title(other).fill('Olla');
  await stored(other, 'Olla');
  await page.reload();
  await expect(title(page)).toHaveValue('Olla');
});

test('a browser that stores nothing has no draft, and asks before the form is left', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  });
  await createAccount(page, newAccount());
  await open(page);
  await title(page).fill('Siembra');
  await page.getByLabel(/^Imagen/).setInputFiles(await drawnPicture('trees', 5));
  await page.getByRole('link', { name: 'Cancelar' }).click();
  const dialog = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
  await dialog.getByRole('button', { name: 'Seguir editando' }).click();
  await expect(title(page)).toHaveValue('Siembra');
});

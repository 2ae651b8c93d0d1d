import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';
import { publishActivity } from './organiser.ts';

/** As long as a title may be, without a space. */
const WORD = 'Electroencefalografistas'.repeat(4).slice(0, 90);

const PARTS = [
  ...['Hora de fin', 'Ubicación', 'Cupos', 'Qué se necesita', 'Preguntas', 'Metas'],
  ...['Categoría', 'Por quién preguntar', 'Confirmar sin correo'],
] as const;

/** Opens the form with a copy of an activity that fills every part with long words. */
async function openFilled(page: Page): Promise<void> {
  const end = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000 + 3 * 60 * 60 * 1000);
  const { id } = await publishActivity(page, {
    title: WORD,
    description: WORD,
    place: WORD.slice(0, 40),
    directions: WORD,
    endDate: end.toISOString(),
    location: { latitude: 2.44, longitude: -76.61 },
    responsible: [WORD.slice(0, 70)],
    capacity: 40,
    companionsMax: 3,
    asksAgain: true,
    contact: 'any',
    category: 'ambiente',
    tags: [WORD.slice(0, 30)],
    needs: [
      { kind: 'task', name: WORD.slice(0, 60), quantity: 5, note: WORD },
      { kind: 'thing', name: WORD.slice(0, 60), quantity: 5 },
    ],
    goals: [{ label: WORD.slice(0, 60), target: 10, unit: WORD.slice(0, 20) }],
    questions: [{ label: WORD, kind: 'choice', options: [WORD.slice(0, 60), 'Otra'], required: false }],
  });
  await page.goto(`/add-task?de=${id}`);
  await page.getByLabel('Título').waitFor();
}

const part = (page: Page, name: string): Locator =>
  page.locator('[data-parts] > details').filter({ has: page.locator('summary', { hasText: name }) });

const openParts = (page: Page): Promise<(string | undefined)[]> =>
  page.locator('[data-parts] > details[open] > summary > :first-child').allTextContents();

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test(
  'each filled part is one line to press, and opening one closes the other',
  ON_THE_PHONE,
  async ({ page }) => {
    await openFilled(page);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await openParts(page)).toEqual([]);
    for (const name of PARTS) {
      const summary = part(page, name).locator('summary').first();
      const box = await summary.boundingBox();
      expect([name, (box?.height ?? 0) >= 44 && (box?.height ?? 0) <= 48]).toEqual([name, true]);
      await expect(summary.locator(':nth-child(2)')).not.toBeEmpty();
    }
    await expectAccessible(page);
    for (const name of PARTS) {
      await part(page, name).locator('summary').first().click();
      expect(await openParts(page)).toEqual([name]);
      await expect(part(page, name).locator('summary').first()).toBeInViewport({ ratio: 1 });
      for (const width of [320, 360, 480]) {
        await page.setViewportSize({ width, height: 740 });
        expect([name, width, await widthOf(page)]).toEqual([name, width, width]);
      }
    }
  },
);

test(
  'the focus is never below the pinned buttons, also with large text and in a low window',
  ON_THE_PHONE,
  async ({ page }) => {
    await openFilled(page);
    const foot = page.getByRole('button', { name: 'Publicar' });
    for (const [width, height, isMagnified] of [
      [360, 740, false],
      [740, 360, false],
      [360, 740, true],
    ] as const) {
      await page.setViewportSize({ width, height });
      if (isMagnified)
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await part(page, 'Preguntas').locator('summary').first().click();
      await page.getByLabel('Título').focus();
      for (let count = 0; count < 60; count += 1) {
        const hidden = await page.evaluate(() => {
          const { activeElement } = document;
          const bar = [...document.querySelectorAll('button[type="submit"]')].at(-1)?.parentElement;
          if (!activeElement || !bar || bar.contains(activeElement)) return null;
          const [box, cover] = [activeElement.getBoundingClientRect(), bar.getBoundingClientRect()];
          if (getComputedStyle(bar).position !== 'sticky' || box.height > cover.top) return null;
          return box.bottom > cover.top + 1 ? activeElement.outerHTML.slice(0, 200) : null;
        });
        expect([width, height, isMagnified, hidden]).toEqual([width, height, isMagnified, null]);
        if (await foot.evaluate(button => button === document.activeElement)) break;
        await page.keyboard.press('Tab');
      }
      await expect(foot).toBeFocused();
      await part(page, 'Preguntas').locator('summary').first().click();
    }
  },
);

test('one of twelve weaves becomes the picture, with the keyboard, and stays in the draft', async ({
  page,
}) => {
  await publishActivity(page);
  await page.goto('/add-task');
  const button = page.getByRole('button', { name: 'Elegir un tejido' });
  await button.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Elige un tejido' });
  await expect(dialog.getByRole('radio')).toHaveCount(12);
  await expect(dialog.getByRole('radio', { name: 'Rombos sobre verde' })).toBeFocused();
  for (const box of await dialog
    .locator('label')
    .evaluateAll(all => all.map(one => one.getBoundingClientRect())))
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('radio', { name: 'Espirales sobre azul' })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Usar este tejido' }).click();
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  const preview = page.getByAltText('Vista previa: Espirales sobre azul.png');
  await expect(preview).toBeVisible();
  await expect(preview).toHaveJSProperty('naturalWidth', 1536);
  await expect(preview).toHaveJSProperty('naturalHeight', 864);
  await page.getByLabel('Título').fill('Tejido');
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage }))).toContain('Tejido');
  await page.reload();
  await expect(preview).toBeVisible();
  await button.click();
  await expect(dialog.getByRole('radio', { name: 'Espirales sobre azul' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Cancelar' }).click();

  await page.getByRole('button', { name: /^Fecha y hora/ }).click();
  const calendar = page.getByRole('dialog', { name: 'Fecha y hora' });
  await calendar.getByRole('button', { name: 'Mes siguiente' }).click();
  await calendar.locator('[data-day]:not([data-disabled]):not([data-outside])').last().click();
  await calendar.getByRole('button', { name: 'Listo' }).click();
  // Below 300 kB; a photo of a phone has some megabytes.
  await expect(page.getByText(/^Espirales sobre azul\.png · [12]?\d{1,2} kB$/)).toBeVisible();
  await page.getByRole('button', { name: 'Publicar' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tu actividad está publicada' })).toBeVisible();
  const id = new URL(page.url()).searchParams.get('publicada') ?? '';
  const { image, picture } = await (await page.request.get(`/api/tasks/${id}`)).json();
  expect(image).toMatch(/^\/imagenes\//);
  expect(picture.width / picture.height).toBeCloseTo(16 / 9, 2);
});

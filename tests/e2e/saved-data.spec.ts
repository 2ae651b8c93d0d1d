import type { Page } from '@playwright/test';
import { AT_ANY_WIDTH, expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';
import { publishWithPicture } from './organiser.ts';

/** The addresses of pictures and fonts that are requested from now on. */
function recordHeavy(page: Page): string[] {
  const heavy: string[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/imagenes/') || pathname.endsWith('.woff2')) heavy.push(pathname);
  });
  return heavy;
}

test(
  'where the browser saves data no picture and no font is loaded until it is asked for',
  ON_THE_PHONE,
  async ({ page, browser, contextOptions, product }) => {
    const { id, title } = await publishWithPicture(page);
    const options = { ...contextOptions, baseURL: product.url, extraHTTPHeaders: { 'save-data': 'on' } };
    for (const javaScriptEnabled of [true, false]) {
      await test.step(javaScriptEnabled ? 'with scripts' : 'without scripts', async () => {
        const context = await browser.newContext({ ...options, javaScriptEnabled });
        await context.addInitScript(() =>
          Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
        );
        const visitor = await context.newPage();
        const heavy = recordHeavy(visitor);
        for (const path of ['/', '/actividades']) {
          await visitor.goto(path, { waitUntil: 'networkidle' });
          await expect(visitor.getByRole('heading', { level: 1 })).toHaveCount(1);
        }
        await visitor.goto(`/actividades/${id}`, { waitUntil: 'networkidle' });
        const waiting = visitor.getByRole('img', { name: `Imagen de ${title}, sin cargar` });
        await expect(waiting).toBeVisible();
        expect(heavy).toEqual([]);
        if (javaScriptEnabled) await expectAccessible(visitor);
        await visitor.getByRole('link', { name: 'Ver la foto' }).click();
        await expect.poll(() => heavy).toEqual([expect.stringMatching(/^\/imagenes\//)]);
        await context.close();
      });
    }
  },
);

test(
  'the saving of data is switched in the menu, and pictures follow at once and on every page',
  ON_THE_PHONE,
  async ({ page }) => {
    const { id, title } = await publishWithPicture(page);
    await page.goto(`/actividades/${id}`);
    const shown = page.getByRole('img', { name: `Imagen de ${title}`, exact: true });
    const waiting = page.getByRole('img', { name: `Imagen de ${title}, sin cargar` });
    await expect(shown).toBeVisible();
    const menu = page.getByRole('button', { name: 'Menú de Nubia Chantre' });
    await menu.click();
    await page.getByRole('button', { name: 'Ahorrar datos' }).click();
    await expect(waiting).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Ver la foto' }).click();
    await expect(shown).toBeVisible();

    const heavy = recordHeavy(page);
    await page.goto('/tasks');
    await expect(waiting).toBeVisible();
    await expectAccessible(page);
    // Chromium may fetch fonts by itself that it has seen on this site.
    expect(heavy.filter(path => path.startsWith('/imagenes/'))).toEqual([]);
    const loaded = () =>
      page.evaluate(() =>
        [...document.fonts].filter(font => font.status === 'loaded').map(font => font.family),
      );
    expect(await loaded()).not.toContain('Figtree Variable');
    await menu.click();
    await page.getByRole('button', { name: 'Cargar fotos y mapas' }).click();
    await expect(shown).toBeVisible();
    await page.reload();
    await expect(shown).toBeVisible();
    await expect.poll(loaded).toContain('Figtree Variable');
  },
);

test(
  'a visitor finds the switch in the menu of the bar',
  AT_ANY_WIDTH,
  async ({ page, browser, contextOptions, product }) => {
    const { id, title } = await publishWithPicture(page);
    const context = await browser.newContext({ ...contextOptions, baseURL: product.url });
    const visitor = await context.newPage();
    await visitor.goto(`/actividades/${id}`);
    const shown = visitor.getByRole('img', { name: `Imagen de ${title}`, exact: true });
    await expect(shown).toBeVisible();
    await visitor.getByRole('button', { name: 'Menú', exact: true }).click();
    await expect(visitor.getByRole('button', { name: /^Usar tema/ })).toBeVisible();
    await visitor.getByRole('button', { name: 'Ahorrar datos' }).click();
    const waiting = visitor.getByRole('img', { name: `Imagen de ${title}, sin cargar` });
    await expect(waiting).toBeVisible();
    await expectAccessible(visitor);
    await visitor.reload();
    await expect(waiting).toBeVisible();
    await context.close();
  },
);

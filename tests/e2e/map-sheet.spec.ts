import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, hydrated, ON_THE_PHONE, test } from './fixtures.ts';
import { popayanGround } from './popayan-ground.ts';

const DAY_MS = 86_400_000;

/** Publishes an activity on each of the next days, at places in a row. Returns a word that they have in common. */
async function publishInARow(page: Page, count: number): Promise<string> {
  const word = randomUUID().slice(0, 8);
  await createAccount(page, { username: 'Inés', email: `${word}@example.org`, password: 'maíz-y-café' });
  for (let day = 1; day <= count; day += 1) {
    const data = {
      title: `Olla ${day} ${word}`,
      date: new Date(Date.now() + day * DAY_MS).toISOString(),
      place: 'La Esmeralda',
      location: { latitude: 2.42 + day / 100, longitude: -76.61 },
    };
    expect((await page.request.post('/api/tasks', { data })).status()).toBe(201);
  }
  return word;
}

const handleOf = (page: Page) => page.getByRole('button', { name: 'Lista de actividades' });
const sheetOf = (page: Page) => page.getByRole('region', { name: 'Las actividades del mapa' });

/** The share of the map that the sheet covers, once it has come to rest. */
const covered = (page: Page) =>
  sheetOf(page).evaluate(sheet => {
    const area = sheet.parentElement?.getBoundingClientRect();
    if (area === undefined) return 0;
    return Math.round(((area.bottom - sheet.getBoundingClientRect().top) / area.height) * 100) / 100;
  });

/** Goes back to the list, and again so long after its scroll position is restored. */
const goBackTwice = (page: Page, laterMs: number) =>
  page.evaluate(
    ms =>
      new Promise<void>(resolve => {
        function goBackAgain({ target }: Event) {
          if (!(target instanceof HTMLElement) || target.dataset.scrollRestorationId !== 'map-sheet') return;
          removeEventListener('scroll', goBackAgain, { capture: true });
          addEventListener('popstate', () => resolve(), { once: true });
          setTimeout(() => history.back(), ms);
        }
        addEventListener('scroll', goBackAgain, { capture: true });
        history.back();
      }),
    laterMs,
  );

test(
  'on a phone the list is a sheet with three positions, for fingers, mice, keys and Back',
  ON_THE_PHONE,
  async ({ page, quietConsole }) => {
    // The site has no ground file.
    quietConsole.expect(/status of 404/);
    const word = await publishInARow(page, 8);
    await page.goto('/colectivos');
    await page.goto(`/mapa?q=${word}`);
    const handle = handleOf(page);
    const row = (day: number) => sheetOf(page).getByRole('link', { name: `Olla ${day} ${word}` });
    await expect(page.getByRole('img', { name: /^Escala: / })).toBeVisible();
    // The map fills the screen: the page does not scroll, and the first row is in view.
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
    await expect(row(1)).toBeInViewport({ ratio: 1 });
    await expect(page.getByText('8 actividades encontradas')).toBeInViewport({ ratio: 1 });
    await expect(row(3)).not.toBeInViewport();
    const peek = await covered(page);
    const hasEntry = () => page.evaluate(() => history.state.dialog === 'map-list');
    await expectAccessible(page);

    await handle.click();
    await expect(handle).toHaveAttribute('aria-expanded', 'true');
    await expect(row(2)).toBeInViewport();
    const half = await covered(page);
    expect(half).toBeGreaterThan(peek + 0.2);
    expect(half).toBeLessThan(0.8);
    await handle.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => covered(page)).toBe(1);
    await expectAccessible(page);

    await test.step('Back lowers the whole list, and returns to it from an activity', async () => {
      await row(4).click();
      await expect(page.getByRole('heading', { level: 1, name: `Olla 4 ${word}` })).toBeVisible();
      await page.goBack();
      await expect.poll(() => covered(page)).toBe(1);
      await page.goBack();
      await expect.poll(() => covered(page)).toBe(peek);
      await expect(page).toHaveURL(`/mapa?q=${word}`);
      await expect(handle).toHaveAttribute('aria-expanded', 'false');
    });
    await test.step('Back lowers the list at every moment of its coming to rest', async () => {
      for (const laterMs of [60, 80, 100, 120]) {
        await handle.press('ArrowUp');
        await handle.press('ArrowUp');
        await expect.poll(hasEntry).toBe(true);
        await row(4).click();
        await expect(page.getByRole('heading', { level: 1, name: `Olla 4 ${word}` })).toBeVisible();
        await goBackTwice(page, laterMs);
        await expect.poll(() => covered(page)).toBe(peek);
        await expect.poll(hasEntry).toBe(false);
        await expect(handle).toHaveAttribute('aria-expanded', 'false');
      }
    });
    await test.step('lowered by its handle the list leaves no entry behind', async () => {
      await handle.focus();
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => covered(page)).toBe(half);
      await page.keyboard.press('ArrowUp');
      await expect.poll(() => covered(page)).toBe(1);
      await expect.poll(hasEntry).toBe(true);
      await page.keyboard.press('Enter');
      await expect.poll(() => covered(page)).toBe(peek);
      await expect.poll(hasEntry).toBe(false);
      await expect.poll(() => covered(page)).toBe(peek);
    });
    await test.step('a mouse drags the handle', async () => {
      const box = (await handle.boundingBox()) ?? { x: 0, y: 0 };
      await page.mouse.move(box.x + 100, box.y + 20);
      await page.mouse.down();
      await page.mouse.move(box.x + 100, box.y - 40, { steps: 4 });
      await page.mouse.up();
      await expect.poll(() => covered(page)).toBe(half);
      await expect(handle).toHaveAttribute('aria-expanded', 'true');
    });
    await test.step('a finger drags the list over the map', async () => {
      const client = await page.context().newCDPSession(page);
      await client.send('Input.synthesizeScrollGesture', { x: 180, y: 560, yDistance: -300 });
      await expect.poll(() => covered(page)).toBeGreaterThanOrEqual(1);
      await expect.poll(hasEntry).toBe(true);
    });
    await page.goBack();
    await expect.poll(() => covered(page)).toBe(peek);
    await expect(page).toHaveURL(`/mapa?q=${word}`);
    await page.goBack();
    await expect(page).toHaveURL('/colectivos');
  },
);

test(
  'where data are saved the list is an ordinary page until the map is asked for',
  ON_THE_PHONE,
  async ({ page, product, quietConsole }) => {
    quietConsole.expect(/status of 404/);
    const word = await publishInARow(page, 3);
    await page.context().addCookies([{ name: 'minga_datos', value: '1', url: product.url }]);
    await page.goto(`/mapa?q=${word}`);
    const ask = page.getByRole('button', { name: 'Mostrar el mapa' });
    await expect(ask).toBeInViewport({ ratio: 1 });
    await expect(sheetOf(page).getByRole('link', { name: `Olla 3 ${word}` })).toBeInViewport();
    await expect(handleOf(page)).toBeHidden();
    await expectAccessible(page);
    await ask.click();
    await expect(handleOf(page)).toBeVisible();
    await expect(page.getByRole('img', { name: /^Escala: / })).toBeVisible();
  },
);

test(
  'next to the agenda of a wide screen row and point light up together',
  AT_ANY_WIDTH,
  async ({ page, product }) => {
    const file = join(product.dataDir, 'mapa.pmtiles');
    await writeFile(file, popayanGround());
    const word = await publishInARow(page, 3);
    await page.goto(`/actividades?q=${word}&orden=fecha`);
    await hydrated(page);
    const row = (day: number) => page.getByRole('article', { name: `Olla ${day} ${word}` });
    const point = (day: number) => page.getByRole('button', { name: new RegExp(`^Olla ${day} ${word}, `) });
    const lit = async () => ({
      rows: await page.locator('main article[data-active]').count(),
      points: await page.locator('main button[data-active]').count(),
    });
    await expect(point(2)).toBeInViewport();
    expect(await lit()).toEqual({ rows: 0, points: 0 });
    await row(2).hover();
    await expect(point(2)).toHaveAttribute('data-active');
    expect(await lit()).toEqual({ rows: 1, points: 1 });
    await point(3).hover();
    await expect(row(3)).toHaveAttribute('data-active');
    await expect(point(3)).toHaveAttribute('data-active');
    expect(await lit()).toEqual({ rows: 1, points: 1 });
    await page.mouse.move(2, 2);
    await row(1).getByRole('link').focus();
    await expect(point(1)).toHaveAttribute('data-active');
    // The pointer leaves another row: the focus remains.
    await row(2).hover();
    await page.mouse.move(2, 2);
    await expect(row(1)).toHaveAttribute('data-active');
    await expect(point(1)).toHaveAttribute('data-active');
    await point(2).click();
    await expect(row(2).getByRole('link')).toBeFocused();
    await rm(file);
  },
);

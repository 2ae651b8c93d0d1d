import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { createAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, hydrated, test } from './fixtures.ts';

const DAY_MS = 86_400_000;
const TITLE_MAX = 90;

/** Publishes an activity on each of the next days, by default with a title of two lines. Returns a word that they have in common. */
async function publishDaily(
  page: Page,
  count: number,
  title = 'Siembra de árboles nativos a la orilla del río',
): Promise<string> {
  const word = randomUUID().slice(0, 8);
  await createAccount(page, { username: 'Inés', email: `${word}@example.org`, password: 'maíz-y-café' });
  for (let day = 1; day <= count; day += 1) {
    const data = {
      title: `${title}${title.length < TITLE_MAX ? ` ${word}` : ''}`,
      description: word,
      date: new Date(Date.now() + day * DAY_MS).toISOString(),
      place: 'La Esmeralda',
      capacity: 20,
    };
    expect((await page.request.post('/api/tasks', { data })).status()).toBe(201);
  }
  return word;
}

/** The number of rows wholly in the window, and not below a bar at its foot. */
const countWholeRows = (page: Page) =>
  page.locator('main article').evaluateAll(rows => {
    const isWhole = (row: Element) => {
      const { top, bottom, left } = row.getBoundingClientRect();
      const at = (y: number) => document.elementFromPoint(left + 100, y);
      return bottom <= innerHeight && row.contains(at(top + 1)) && row.contains(at(bottom - 2));
    };
    return rows.filter(isWhole).length;
  });

test(
  'the first screen has five whole activities on a phone and seven at a desk, each on a day of its own',
  AT_ANY_WIDTH,
  async ({ page, context }) => {
    await publishDaily(page, 10);
    for (const viewer of ['member', 'visitor']) {
      if (viewer === 'visitor') {
        // An open page would still send requests.
        await page.goto('about:blank');
        await context.clearCookies();
      }
      for (const [width, height, least] of [
        [360, 740, 5],
        [1280, 860, 7],
      ] as const) {
        await test.step(`${viewer} at ${width} × ${height}`, async () => {
          await page.setViewportSize({ width, height });
          await page.goto('/actividades');
          await hydrated(page);
          await expect(page.locator('main article').nth(least)).toBeAttached();
          expect(await countWholeRows(page)).toBeGreaterThanOrEqual(least);
        });
      }
    }
  },
);

test('a long word as title widens no phone, and rows have one height', AT_ANY_WIDTH, async ({ page }) => {
  const word = await publishDaily(page, 2, 'Ñ'.repeat(TITLE_MAX));
  for (const width of [320, 360, 412, 480]) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of [`/actividades?q=${word}`, `/actividades?q=${word}&orden=fecha`]) {
      await page.goto(path);
      await expect(page.locator('main article')).toHaveCount(2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      const heights = await page
        .locator('main article')
        .evaluateAll(rows => rows.map(row => Math.round(row.getBoundingClientRect().height)));
      // The heading of its day stands directly above the first row of each.
      expect(new Set(heights)).toEqual(new Set([path.endsWith('fecha') ? 74 : 88]));
    }
  }
  await expectAccessible(page);
});

test(
  'a long word as title widens neither the map nor the calendar',
  AT_ANY_WIDTH,
  async ({ page, quietConsole }) => {
    // The site has no ground file.
    quietConsole.expect(/status of 404/);
    const word = await publishDaily(page, 2, 'Ñ'.repeat(TITLE_MAX));
    const tomorrow = new Date(Date.now() + DAY_MS).toLocaleDateString('sv-SE', {
      timeZone: 'America/Bogota',
    });
    for (const width of [320, 360, 412, 480]) {
      await page.setViewportSize({ width, height: 740 });
      for (const path of [`/mapa?q=${word}`, `/calendario?q=${word}&mes=${tomorrow.slice(0, 7)}`]) {
        await page.goto(path);
        await expect(page.getByText('Ñ'.repeat(TITLE_MAX)).first()).toBeAttached();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    }
  },
);

// docs/rules.md R16.10
test('the agenda goes on while it is scrolled, and Back returns to the same row', async ({ page }) => {
  const word = await publishDaily(page, 30, 'Olla');
  await page.goto(`/actividades?q=${word}&orden=fecha`);
  await hydrated(page);
  const rows = page.locator('main article');
  await expect(rows).toHaveCount(24);
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows).toHaveCount(30);
  const row = rows.nth(27);
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  await row.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `Olla ${word}` })).toBeVisible();
  await page.goBack();
  await expect(rows).toHaveCount(30);
  await expect
    .poll(async () => Math.round((await row.boundingBox())?.y ?? 0))
    .toBe(Math.round(before?.y ?? 0));
});

test('the sheet lies at the foot of a phone, and its button is in view', async ({ page, isMobile }) => {
  const word = await publishDaily(page, 2);
  await page.goto(`/actividades?q=${word}`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Filtros' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtros' });
  const apply = sheet.getByRole('button', { name: 'Ver 2 actividades' });
  await expect(apply).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  if (isMobile) {
    const box = await sheet.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(740);
  }
  await sheet.getByRole('button', { name: 'Salud' }).click();
  await sheet.getByRole('button', { name: 'Nada con estos filtros' }).click();
  await expect(page.getByRole('heading', { name: /^Nada con .* de Salud\.$/ })).toBeVisible();
  await page.getByRole('link', { name: 'De todas las categorías (2)' }).click();
  await expect(page.locator('main article')).toHaveCount(2);
});

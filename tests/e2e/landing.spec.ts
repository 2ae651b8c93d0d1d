import type { Page } from '@playwright/test';
import { startProduct } from '../../scripts/product.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { join, published } from './people.ts';

const DAY_MS = 24 * 3_600_000;
const PARTS = [
  '¿Por qué Minga?',
  'Gestión ágil de proyectos',
  'Participación ciudadana inclusiva',
  'El impacto de trabajar en minga',
  'Quiénes somos',
  'Minga en tu celular',
  'La próxima minga empieza contigo',
  'Contacto',
];

const headings = async (page: Page): Promise<string[]> =>
  (await page.getByRole('heading', { level: 2 }).allTextContents()).filter(text => PARTS.includes(text));

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the parts stand in order and have no finding in the ${colorScheme} scheme`, async ({
    browser,
    page,
    product,
  }) => {
    await published(browser, product.url);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/');
    expect(await headings(page)).toEqual(PARTS);
    await expect(page.getByRole('article').first()).toBeVisible();
    await expectAccessible(page);
  });
}

test('its links lead where they say', async ({ page }) => {
  await page.goto('/');
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')));
  for (const href of new Set(hrefs)) {
    const answer = await page.request.get(href ?? '');
    expect(answer.status(), `${href} is answered ${answer.status()}`).toBe(200);
  }
  for (const name of ['Únete ahora', 'Comenzar ahora']) {
    await page.goto('/');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL('/register');
  }
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Ver actividades' }).click();
  await expect(page).toHaveURL('/actividades');
});

test('the next activities are read, and opened, without JavaScript', async ({
  browser,
  contextOptions,
  product,
  viewport,
}) => {
  const { id, title } = await published(browser, product.url);
  const context = await browser.newContext({
    ...contextOptions,
    viewport,
    baseURL: product.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/');
  expect(await headings(page)).toEqual(PARTS);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText(/^Ponla en tu pantalla de inicio/)).toBeVisible();
  await page.getByRole('article').filter({ hasText: title }).getByRole('link').click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await context.close();
});

test('it asks for nothing but two fonts and two small scripts', AT_ANY_WIDTH, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', request => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`));
  await page.goto('/');
  // One is read before they come.
  const early = page.evaluate(async () => {
    await document.fonts.load('1em "Figtree Variable"');
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
    return fonts.filter(({ startTime }) => startTime < (opened?.domContentLoadedEventStart ?? Infinity))
      .length;
  });
  expect(await early).toBe(0);
  // Pictures come when they are looked at, the browser's own icon when it likes.
  await expect.poll(() => asked.filter(request => request.startsWith('font ')).length).toBe(2);
  const needed = asked.filter(request => /^(document|stylesheet|font|script|xhr|fetch) /.test(request));
  expect(needed.map(request => request.replace(/ \/assets\/.*/, '')).sort()).toEqual([
    'document /',
    'font',
    'font',
    'script /install.js',
    'script /landing.js',
  ]);
});

test('who is remembered here is led to their activities', AT_ANY_WIDTH, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('userEmail', 'nubia@example.org'));
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Mis actividades' }).first()).toHaveAttribute('href', '/tasks');
  await expect(page.getByRole('link', { name: 'Únete ahora' })).toHaveCount(0);
});

test(
  'nothing is wider than a phone with letters twice as large',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    await published(browser, product.url);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectAccessible(page);
  },
);

test('a community that has grown is told in figures', AT_ANY_WIDTH, async ({ browser, contextOptions }) => {
  // On a product of its own: figures are counted now and then, and another test may have looked before.
  const { url, stop } = await startProduct({
    CONTACT_EMAIL: 'hola@minga.example',
    CONTACT_PHONE: '+57 602 820 9900',
    APK_URL: 'https://archivos.example.org/minga.apk',
  });
  const context = await browser.newContext({ ...contextOptions, baseURL: url });
  const page = await context.newPage();
  await join(page, { username: 'Nubia', email: 'nubia@example.org', password: 'maíz-y-café' });
  for (let made = 1; made <= 12; made += 1) {
    const date = new Date(Date.now() + made * DAY_MS).toISOString();
    const answer = await page.request.post('/api/tasks', { data: { title: `Minga ${made}`, date } });
    expect(answer.status()).toBe(201);
  }
  await page.goto('/');
  const figures = page.getByRole('region', { name: 'Minga en cifras' });
  await expect(figures.getByRole('listitem')).toHaveText(['12 actividades publicadas']);
  await expect(page.getByRole('article')).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Ver las 12 que vienen' })).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'hola@minga.example' })).toBeVisible();
  await expect(footer.getByRole('link', { name: '+57 602 820 9900' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Descargar la app' })).toHaveAttribute('rel', 'noopener');
  await expectAccessible(page);
  await context.close();
  await stop();
});

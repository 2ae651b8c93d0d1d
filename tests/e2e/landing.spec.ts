import type { Page } from '@playwright/test';
import { createAccount, publishFromNewAccount } from './accounts.ts';
import { AT_ANY_WIDTH, EACH_SCHEME, expect, expectAccessible, ON_THE_PHONE, test } from './fixtures.ts';
import { startTestProduct } from './test-product.ts';

const DAY_MS = 24 * 3_600_000;
const SECTIONS = [
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
  (await page.getByRole('heading', { level: 2 }).allTextContents()).filter(text => SECTIONS.includes(text));

for (const [colorScheme, width] of EACH_SCHEME) {
  test(
    `the sections are in order and have no axe violation in the ${colorScheme} scheme`,
    width,
    async ({ browser, page, product }) => {
      await publishFromNewAccount(browser, product.url);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto('/');
      expect(await headings(page)).toEqual(SECTIONS);
      await expect(page.getByRole('article').first()).toBeVisible();
      await expectAccessible(page);
    },
  );
}

test(
  'a phone shows the page in five screens, the activities below a low opening',
  ON_THE_PHONE,
  async ({ browser, page, product }) => {
    await publishFromNewAccount(browser, product.url);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    // Sections are laid out when they come near the viewport.
    await page.addStyleTag({ content: 'main > * { content-visibility: visible !important }' });
    const height = (selector: string) =>
      page.locator(selector).evaluate(element => Math.round(element.getBoundingClientRect().height));
    expect(await height('body')).toBeLessThanOrEqual(5 * 740);
    expect(await height('main > section:first-child')).toBeLessThanOrEqual(300);
    const row = await page.getByRole('article').first().boundingBox();
    expect((row?.y ?? Infinity) + (row?.height ?? 0)).toBeLessThan(740);
  },
);

test('a title opens its text with the keyboard, and closes the one before', async ({ page }) => {
  await page.goto('/');
  const open = page.locator('#contenido details[open]');
  await expect(open).toHaveCount(0);
  for (const [title, text] of [
    ['Sigue tus metas', /^Mira al momento/],
    ['Coordina equipos de trabajo', /^Organiza con tu colectivo/],
  ] as const) {
    await page.locator('summary', { hasText: title }).focus();
    await page.keyboard.press('Enter');
    await expect(open).toHaveCount(1);
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('every link of the landing page leads to an existing page', async ({ page }) => {
  await page.goto('/');
  const hrefs = await page
    .locator('a[href^="/"]')
    .evaluateAll(links => links.map(link => link.getAttribute('href')));
  for (const href of new Set(hrefs)) {
    const response = await page.request.get(href ?? '');
    expect(response.status(), `${href} returned ${response.status()}`).toBe(200);
  }
  for (const name of ['Únete ahora', 'Comenzar ahora']) {
    await page.goto('/');
    await page.getByRole('link', { name }).click();
    await expect(page).toHaveURL('/register');
  }
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'Ver la agenda' }).click();
  await expect(page).toHaveURL('/actividades');
});

test('a visitor reads and opens upcoming activities without JavaScript', async ({
  browser,
  contextOptions,
  product,
  viewport,
}) => {
  await publishFromNewAccount(browser, product.url);
  const context = await browser.newContext({
    ...contextOptions,
    viewport,
    baseURL: product.url,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  await page.goto('/');
  expect(await headings(page)).toEqual(SECTIONS);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText(/^Abre el menú del navegador/)).toBeVisible();
  // Activities of earlier test files may start before the new one, so the test opens the first of the page.
  const link = page.getByRole('article').first().getByRole('link');
  const [title, address] = [await link.innerText(), await link.getAttribute('href')];
  expect(address).toMatch(/^\/actividades\/[\w-]+$/);
  await link.click();
  await expect(page).toHaveURL(address ?? '');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await context.close();
});

test('the landing page requests only two fonts and two small scripts', AT_ANY_WIDTH, async ({ page }) => {
  const requests: string[] = [];
  page.on('request', request =>
    requests.push(`${request.resourceType()} ${new URL(request.url()).pathname}`),
  );
  await page.goto('/');
  // The text is readable before the fonts load.
  const early = page.evaluate(async () => {
    await document.fonts.load('1em "Figtree Variable"');
    const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
    return fonts.filter(({ startTime }) => startTime < (opened?.domContentLoadedEventStart ?? Infinity))
      .length;
  });
  expect(await early).toBe(0);
  // Images load lazily and the browser requests the icon at any time; neither is counted.
  await expect.poll(() => requests.filter(request => request.startsWith('font ')).length).toBe(2);
  const needed = requests.filter(request => /^(document|stylesheet|font|script|xhr|fetch) /.test(request));
  expect(needed.map(request => request.replace(/ \/assets\/.*/, '')).sort()).toEqual([
    'document /',
    'font',
    'font',
    'script /install.js',
    'script /landing.js',
  ]);
});

test(
  'a browser with a remembered account shows the link to its activities',
  AT_ANY_WIDTH,
  async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('userEmail', 'nubia@example.org'));
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Mis actividades' }).first()).toHaveAttribute(
      'href',
      '/tasks',
    );
    await expect(page.getByRole('link', { name: 'Únete ahora' })).toHaveCount(0);
  },
);

test('an activity that this browser attends has the same mark as in the agenda', async ({
  browser,
  page,
  product,
}) => {
  await publishFromNewAccount(browser, product.url);
  await page.goto('/');
  const row = page.getByRole('article').first();
  await expect(row.getByText('Vas', { exact: true })).toHaveCount(0);
  await row.getByRole('link').evaluate(link => {
    const id = link.getAttribute('href')?.split('/').at(-1);
    localStorage.setItem('minga.attendances', JSON.stringify({ 'nubia@example.org': [id] }));
  });
  await page.reload();
  await expect(row.getByText('Vas', { exact: true })).toBeVisible();
  await expect(page.getByText('Vas', { exact: true })).toHaveCount(1);
});

test(
  'nothing overflows at phone width with the font size doubled',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    await publishFromNewAccount(browser, product.url);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/');
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectAccessible(page);
  },
);

test('the figures appear once the community has grown', AT_ANY_WIDTH, async ({ browser, contextOptions }) => {
  // A separate product: figures are cached, and another test may have requested them before.
  const { url, stop } = await startTestProduct({
    CONTACT_EMAIL: 'hola@minga.example',
    CONTACT_PHONE: '+57 602 820 9900',
    APK_URL: 'https://archivos.example.org/minga.apk',
  });
  const context = await browser.newContext({ ...contextOptions, baseURL: url });
  const page = await context.newPage();
  await createAccount(page, { username: 'Nubia', email: 'nubia@example.org', password: 'maíz-y-café' });
  for (let made = 1; made <= 12; made += 1) {
    const date = new Date(Date.now() + made * DAY_MS).toISOString();
    const response = await page.request.post('/api/tasks', { data: { title: `Minga ${made}`, date } });
    expect(response.status()).toBe(201);
  }
  await page.goto('/');
  const figures = page.getByRole('region', { name: 'Minga en cifras' });
  await expect(figures.getByRole('listitem')).toHaveText(['12 actividades en total']);
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

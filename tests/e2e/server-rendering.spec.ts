import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContextOptions, Page } from '@playwright/test';
import { publishFromNewAccount } from './accounts.ts';
import { delayScripts, hold } from './delay-scripts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, hydrated, test } from './fixtures.ts';
import { expectLegibleMagnified } from './magnified-text.ts';
import { createMember } from './notification-fixtures.ts';

const withoutScript = (baseURL: string, options: BrowserContextOptions): BrowserContextOptions => ({
  ...options,
  baseURL,
  javaScriptEnabled: false,
});

const POPAYAN = { latitude: 2.4418123, longitude: -76.6063456 };

test('the public screens are readable and searchable without JavaScript', async ({
  browser,
  product,
  contextOptions,
}) => {
  const { id, title } = await publishFromNewAccount(browser, product.url);
  const context = await browser.newContext(withoutScript(product.url, contextOptions));
  const page = await context.newPage();
  await page.goto('/actividades');
  await page.getByRole('searchbox', { name: 'Buscar actividades' }).fill(title);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText(/Puedes leer esta página/)).toBeInViewport();
  await expect(page.getByText(/Minga necesita JavaScript/)).toBeHidden();
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(`/actividades/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText('Trae plato.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Agregar al calendario' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toHaveCount(0);
  await context.close();
});

test(
  'the filters are links that work without JavaScript',
  AT_ANY_WIDTH,
  async ({ browser, product, contextOptions }) => {
    const { title } = await publishFromNewAccount(browser, product.url);
    const context = await browser.newContext(withoutScript(product.url, contextOptions));
    const page = await context.newPage();
    await page.goto('/actividades');
    await expect(page.getByRole('button', { name: 'Cerca de mí' })).toHaveCount(0);
    const choose = async (label: string, option: string) => {
      await page.locator('summary', { hasText: 'Filtros' }).click();
      await page.getByLabel(label).selectOption(option);
      await page.getByRole('button', { name: 'Ver resultados' }).click();
    };
    await choose('Cupos', 'Con cupos');
    await expect(page).toHaveURL('/actividades?cupos=libres');
    await expect(page.getByRole('article', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Finde' }).click();
    await expect(page).toHaveURL(/\?desde=[\d-]+&hasta=[\d-]+&cupos=libres$/);
    await page.getByRole('link', { name: 'Todo', exact: true }).click();
    await choose('Categoría', 'Vivienda');
    await expect(page).toHaveURL('/actividades?categoria=vivienda&cupos=libres');
    await expect(page.getByRole('heading', { name: 'Nada de Vivienda con cupos.' })).toBeVisible();
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /\?categoria=vivienda$/);
    await page.getByRole('link', { name: 'Quitar los filtros' }).first().click();
    await expect(page).toHaveURL('/actividades');
    await context.close();
  },
);

test(
  'the device’s position is sent rounded, and is in no address',
  AT_ANY_WIDTH,
  async ({ browser, page, context, contextOptions, product }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(POPAYAN);
    const sent: string[] = [];
    page.on('request', request => {
      const { pathname, searchParams } = new URL(request.url());
      const near = searchParams.get('cerca');
      if (pathname === '/api/tasks/search' && near !== null) sent.push(near);
    });
    await page.goto('/actividades');
    await hydrated(page);
    await page.getByRole('button', { name: 'Cerca de mí' }).click();
    await expect(page.getByRole('button', { name: 'Cerca de mí', pressed: true })).toBeVisible();
    await expect(page).toHaveURL('/actividades?cerca=aqui');
    await expect.poll(() => sent[0]).toBe('2.44,-76.61');
    await expectAccessible(page);
    // The permission is granted: the app asks the device again.
    await page.reload();
    await expect(page.getByRole('button', { name: 'Cerca de mí', pressed: true })).toBeVisible();
    await expect(page).toHaveURL('/actividades?cerca=aqui');
    // So it does in a browser that has not used the site before, and would load no code to read.
    const first = await browser.newContext({
      ...contextOptions,
      baseURL: product.url,
      permissions: ['geolocation'],
      geolocation: POPAYAN,
      // On wide screens the map needs the code.
      viewport: { width: 360, height: 740 },
    });
    const stranger = await first.newPage();
    await stranger.goto('/actividades?cerca=aqui');
    await expect(stranger.getByRole('button', { name: 'Cerca de mí', pressed: true })).toBeVisible();
    await first.close();
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('2.44');
  },
);

test(
  'a missing activity is explained without JavaScript',
  AT_ANY_WIDTH,
  async ({ browser, product, contextOptions }) => {
    const context = await browser.newContext(withoutScript(product.url, contextOptions));
    const page = await context.newPage();
    const response = await page.goto('/actividades/0197a000-0000-7000-8000-000000000000');
    expect(response?.status()).toBe(404);
    await expect(
      page.getByRole('heading', { level: 1, name: 'No encontramos esta actividad' }),
    ).toBeVisible();
    await expect(page.getByRole('link', { name: 'Buscar otra actividad' })).toBeVisible();
    await context.close();
  },
);

test('renders the catalogue for any query string', AT_ANY_WIDTH, async ({ browser, context, product }) => {
  const { title } = await publishFromNewAccount(browser, product.url);
  for (const [search, isFound] of [
    ['?fbclid=1', true],
    ['?utm_source=x&q=olla', true],
    ['?date=proximas', true],
    ['?date=xxx', true],
    ['?q=olla%20', true],
    ['?q=olla+', true],
    [`?q=olla%20${'a'.repeat(300)}`, false],
    ['?place=Cajete', true],
    ['?estado=promocionadas', true],
    ['?q=', true],
    ['?q=%00olla', true],
  ] as const) {
    await test.step(search, async () => {
      const page = await context.newPage();
      const release = await delayScripts(page);
      await page.goto(`/actividades${search}`, { waitUntil: 'commit' });
      const card = page.getByRole('article', { name: title });
      await expect(isFound ? card : page.getByText('No se encontraron actividades')).toBeVisible();
      await expect(page.locator('#root[data-server-rendered]')).toHaveCount(1);
      await expect(page.getByRole('navigation', { name: 'Sí hay' })).toHaveCount(isFound ? 0 : 1);
      const asked: string[] = [];
      page.on('request', request => asked.push(request.url()));
      release();
      await hydrated(page);
      await expect(card).toHaveCount(isFound ? 1 : 0);
      for (const link of await page.locator('main a[href*="?"]').all()) {
        expect(await link.getAttribute('href')).not.toMatch(/fbclid|utm_|place|estado/);
      }
      expect(asked.filter(url => url.includes('/api/tasks/search'))).toEqual([]);
      await page.close();
    });
  }
});

test(
  'at twice the font size nothing is wider than a narrow phone, and no button is cut',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    for (const path of [
      '/login',
      '/calendario',
      '/actividades',
      '/actividades?q=xil%C3%B3fono',
      `/actividades/${id}`,
    ]) {
      await page.goto(path);
      await hydrated(page);
      await expectLegibleMagnified(page);
    }
  },
);

test(
  'prints in light colours, without bars and buttons',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/actividades/${id}`);
    await hydrated(page);
    await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Asistir a actividad' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'Agregar al calendario' })).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('color', 'rgb(29, 42, 38)');
  },
);

test('the critical CSS is complete', AT_ANY_WIDTH, async ({ browser, page, product, quietConsole }) => {
  quietConsole.expect(/Failed to load resource: the server responded with a status of 404/);
  const { id } = await publishFromNewAccount(browser, product.url, 'Trae plato. '.repeat(60));
  await delayScripts(page);
  // The fonts are there from the beginning, as for who comes again.
  await page.addInitScript(() => localStorage.setItem('minga.fonts', 'seen'));
  for (const [path, width, colorScheme] of [
    ['/actividades', 1280, 'light'],
    ['/actividades?q=xil%C3%B3fono&date=pasadas', 360, 'dark'],
    [`/actividades/${id}`, 360, 'light'],
    ['/actividades/0197a000-0000-7000-8000-000000000000', 1280, 'light'],
    ['/login', 360, 'dark'],
    ['/register', 1280, 'light'],
  ] as const) {
    await test.step(path, async () => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 740 });
      const release = await hold(page, '**/*.css');
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      await page.evaluate(async () => {
        await document.fonts.load('1em "Figtree Variable"');
        await document.fonts.load('1em "Bricolage Grotesque Variable"');
      });
      const first = await drawn(page);
      expect(first.length).toBeGreaterThan(10_000);
      release();
      await page.waitForFunction(() => {
        const link = document.querySelector<HTMLLinkElement>('link[rel="stylesheet"]');
        if (!link?.sheet) return false;
        link.media = 'all';
        return true;
      });
      const whole = await drawn(page);
      expect(first.filter((line, place) => line !== whole[place]).slice(0, 20)).toEqual([]);
      await page.unroute('**/*.css');
    });
  }
});

test(
  'a reader gets the whole style sheet with the code, which lays the page out again',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    await page.goto(`/actividades/${id}`);
    const sheet = page.locator('link[rel="stylesheet"]');
    await expect(sheet).toHaveAttribute('media', 'print');
    await page.waitForLoadState('networkidle');
    await expect(sheet).toHaveAttribute('media', 'print');
    // Not with the press, whose frame would wait for it.
    const release = await delayScripts(page);
    await page.getByRole('button', { name: 'Asistir a actividad' }).click();
    await expect(page.locator('#root [data-pressed]')).toHaveCount(1);
    await expect(sheet).toHaveAttribute('media', 'print');
    release();
    await hydrated(page);
    await expect(sheet).toHaveAttribute('media', 'all');
  },
);

test('what a page shows while it is read stays where it is @phone', async ({
  browser,
  page,
  product,
  quietConsole,
}) => {
  quietConsole.expect(/^Failed to load resource/);
  const { id } = await publishFromNewAccount(browser, product.url, 'Trae plato. '.repeat(60));
  await page.addInitScript(() => {
    let moved = 0;
    new PerformanceObserver(list => {
      for (const shift of list.getEntries()) moved += (shift as PerformanceEntry & { value: number }).value;
      document.documentElement.dataset.moved = moved.toFixed(4);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of [
    '/actividades',
    '/mapa',
    `/actividades/${id}`,
    '/colectivos',
    '/calendario',
    '/login',
  ]) {
    await test.step(path, async () => {
      const html = await (await fetch(product.url + path)).text();
      const slow = await startSlowPage(html, [
        '<a href="/ayuda"',
        'id="contenido"',
        '<section',
        '</article>',
        'name="password"',
      ]);
      await page.goto(slow.url + path, { waitUntil: 'commit' });
      await expect(page.getByRole('banner')).toBeVisible();
      while (slow.sendNext()) await framesOf(page);
      await page.waitForLoadState();
      await framesOf(page);
      expect(await page.locator('html').getAttribute('data-moved')).toBe(null);
      await slow.stop();
    });
  }
});

test(
  'a page is as long at its end as it was at its start',
  AT_ANY_WIDTH,
  async ({ browser, page, product, quietConsole }) => {
    quietConsole.expect(/net::ERR_FAILED/);
    const { id } = await publishFromNewAccount(browser, product.url, 'Trae plato. '.repeat(60));
    // With its code the agenda loads more at its end.
    await page.route(/\/assets\/.*\.js$/, route => route.abort());
    for (const path of ['/', '/actividades', `/actividades/${id}`, '/ayuda', '/terminos']) {
      await test.step(path, async () => {
        await page.goto(path);
        await page.waitForFunction(() => {
          const statuses = [...document.fonts].map(({ status }) => status);
          return statuses.includes('loaded') && !statuses.includes('loading');
        });
        await framesOf(page);
        const height = () => page.evaluate(() => document.documentElement.scrollHeight);
        const atStart = await height();
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        await framesOf(page);
        expect(await height()).toBe(atStart);
      });
    }
  },
);

/**
 * Serves a document alone, whose first frame needs nothing else, up to the first of its marks; `sendNext` sends it up to the next, and
 * returns false after the end.
 */
async function startSlowPage(html: string, marks: readonly string[]) {
  const shell = html.indexOf('Accesos rápidos');
  const found = marks.map(mark => html.indexOf(mark, shell)).filter(at => at >= 0);
  const parts = [0, ...found.sort((one, other) => one - other)];
  let response: ServerResponse | undefined;
  const server = createServer((request, reply) => {
    if (request.headers['sec-fetch-dest'] !== 'document') return void reply.writeHead(404).end();
    response = reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    sendNext();
  });
  function sendNext(): boolean {
    const start = parts.shift();
    if (start === undefined || response === undefined) return false;
    response.write(html.slice(start, parts[0]));
    if (parts.length === 0) response.end();
    return true;
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    sendNext,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      // Chromium opens connections ahead, on which nothing was asked yet: the server would wait for them.
      server.closeAllConnections();
      await closed;
    },
  };
}

const framesOf = (page: Page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
  });

test(
  'a viewer with a session, for whom nothing is rendered, gets all styles',
  AT_ANY_WIDTH,
  async ({ browser, page, product }) => {
    const { id, title } = await publishFromNewAccount(browser, product.url);
    await createMember(page);
    await page.goto(`/actividades/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.locator('link[rel="stylesheet"]')).not.toHaveAttribute('media', 'print');
  },
);

/**
 * Each element of the page, and what stands before and after it, with each of its styles but variables. The first frame
 * decides which cards are too far down to be laid out (`content-visibility`): the page has its height from the second.
 */
const drawn = async (page: Page): Promise<string[]> => {
  // One string: Playwright takes long for an array of a hundred thousand.
  const lines = await page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    const styles = [...document.querySelectorAll('html, body, #root *')].flatMap(element =>
      [null, '::before', '::after'].flatMap(pseudo => {
        const style = getComputedStyle(element, pseudo);
        if (pseudo !== null && style.content === 'none') return [];
        const name = `${element.localName}.${element.getAttribute('class')}${pseudo ?? ''}`;
        const properties = [...style].filter(property => !property.startsWith('--'));
        return properties.map(property => `${name} ${property}: ${style.getPropertyValue(property)}`);
      }),
    );
    return styles.join('\n');
  });
  return lines.split('\n');
};

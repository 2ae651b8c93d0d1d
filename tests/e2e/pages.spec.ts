import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AT_ANY_WIDTH, EACH_SCHEME, expect, expectAccessible, test } from './fixtures.ts';
import { createMember } from './notification-fixtures.ts';
import { publishActivity } from './organiser.ts';

test('the API reference renders under the content security policy', AT_ANY_WIDTH, async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: 'Minga', level: 1 })).toBeVisible();
  await expect(page.getByText('/auth/register').first()).toBeVisible();
});

/** Does what wp-embed.js does with the frame of an address that WordPress does not trust: it follows what the frame tells. */
const asWordPress = (html: string) => `<!doctype html><title>Blog</title>
${html.replace('<iframe', '<iframe class="wp-embedded-content" sandbox="allow-scripts" security="restricted"').replace(/src="([^"]*)"/, 'src="$1#?secret=a1B2c3" data-secret="a1B2c3"')}
<script>
  const frame = document.querySelector('iframe');
  addEventListener('message', ({ data: { secret, message, value }, source }) => {
    if (secret !== frame.dataset.secret || source !== frame.contentWindow) return;
    if (message === 'height') frame.height = Math.min(1000, Math.max(200, value));
    const isOurs = () => new URL(value).host === new URL(frame.src).host;
    if (message === 'link' && isOurs() && document.activeElement === frame) top.location.href = value;
  });
  frame.contentWindow.postMessage({ message: 'ready', secret: frame.dataset.secret }, '*');
</script>`;

test(
  'a card fits the frame of its oEmbed, and its links work in the sandbox of WordPress',
  AT_ANY_WIDTH,
  async ({ page, product }) => {
    const from = Date.now() + 14 * 24 * 60 * 60 * 1000;
    // The longest that a card says.
    const { id } = await publishActivity(page, {
      title: 'Comunicaciones '.repeat(6).trim(),
      place: 'Institución Educativa Guillermo Valencia',
      date: new Date(from).toISOString(),
      endDate: new Date(from + 12 * 24 * 60 * 60 * 1000).toISOString(),
    });
    const { id: brief } = await publishActivity(page, { title: 'Olla' });
    const describe = async (of: string, maxwidth: number) => {
      const url = `${product.url}/actividades/${of}`;
      const query = new URLSearchParams({ url, maxwidth: String(maxwidth) });
      return (await page.request.get(`/api/oembed?${query}`)).json();
    };
    for (let maxwidth = 200; maxwidth <= 600; maxwidth += 40)
      for (const of of [id, brief]) {
        const { width, height } = await describe(of, maxwidth);
        await page.setViewportSize({ width, height });
        await page.goto(`/incrustar/actividades/${of}`);
        const content = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          const words = document.querySelector('main > p')?.getBoundingClientRect().bottom ?? 0;
          return { scrollWidth, scrollHeight, isFilled: innerHeight - words < 20 };
        });
        expect({ maxwidth, ...content }).toEqual({
          maxwidth,
          scrollWidth: width,
          scrollHeight: height,
          isFilled: true,
        });
      }

    const { html, height } = await describe(brief, 400);
    await page.setViewportSize({ width: 1280, height: 800 });
    // Another site: a browser keeps what a test fulfils from addresses of this machine.
    const blog = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8').end(asWordPress(html));
    }).listen(0, '127.0.0.1');
    await once(blog, 'listening');
    await page.goto(`http://127.0.0.1:${(blog.address() as AddressInfo).port}/`);
    await expect(page.locator('iframe')).toHaveJSProperty('height', String(height));
    await page.frameLocator('iframe').getByRole('link', { name: 'Ver y confirmar que vas' }).click();
    await expect(page).toHaveURL(`${product.url}/actividades/${brief}`);
    blog.close();
  },
);

test('lists print whole cards, and no empty frame', AT_ANY_WIDTH, async ({ page, quietConsole }) => {
  // No ground file: the points stand on a plain ground.
  quietConsole.expect(/status of 404/);
  await publishActivity(page, { title: 'Minga que se imprime' });
  await page.emulateMedia({ media: 'print' });
  for (const path of ['/actividades', '/mapa']) {
    await page.goto(path);
    // Any entry serves: other tests of the run may have filled the first page of the list.
    const links = page.getByRole('main').locator('li a[href^="/actividades/"]');
    await expect(links.filter({ visible: true }).first()).toBeVisible();
    // What Chromium cuts between pages, and what it has not laid out yet.
    const printed = await page.locator('main ul, main li').evaluateAll(elements =>
      elements.map(element => {
        const { breakInside, contentVisibility } = getComputedStyle(element);
        return `${element.tagName} ${breakInside} ${contentVisibility}`;
      }),
    );
    expect(new Set(printed)).toEqual(new Set(['UL auto visible', 'LI avoid visible']));
    await expect(page.locator('canvas, [class*="maplibregl"]').filter({ visible: true })).toHaveCount(0);
  }
  // The map's area, also where the browser has drawn no map into it.
  await expect(page.locator('main [class*="side_"]')).toBeHidden();
});

test('an open dialog is not printed over its page', AT_ANY_WIDTH, async ({ page }) => {
  await publishActivity(page, { title: 'Minga bajo un diálogo' });
  await page.context().clearCookies();
  await page.goto('/actividades?q=diálogo');
  await page.getByRole('link', { name: 'Minga bajo un diálogo' }).first().click();
  await expect(page.getByRole('heading', { name: 'Minga bajo un diálogo', level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Asistir a actividad' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmar asistencia' });
  await expect(dialog).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toBeHidden();
  await expect(page.locator('h1')).toBeVisible();
  // Neither is a closed fold, nor the space that the screen leaves for its bars: it would be an empty page.
  await expect(page.locator('details:not([open])').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('main')).toHaveCSS('padding-bottom', '0px');
});

test('an unknown address shows an error with a link to another page', async ({ page, quietConsole }) => {
  quietConsole.expect(/status of 404/);
  await page.goto('/no-existe');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).not.toHaveURL(/no-existe/);
});

test('the frame after a press shows the press, not yet the screen that its link opens @phone', async ({
  page,
}) => {
  await createMember(page);
  await page.goto('/tasks');
  const heading = page.getByRole('heading', { level: 1 });
  const links = page.getByRole('navigation').getByRole('link');
  const agenda = links.filter({ hasText: 'Agenda' }).first();
  const own = links.filter({ hasText: 'Lo mío' }).first();
  // Both screens are loaded.
  await agenda.click();
  await expect(heading).toHaveText('Agenda');
  await own.click();
  await expect(heading).not.toHaveText('Agenda');
  await agenda.click();
  await expect(heading).toHaveText('Agenda');
  await page.evaluate(() => {
    const observe = () =>
      requestAnimationFrame(() => (document.body.dataset.frame = document.querySelector('h1')?.textContent));
    addEventListener('click', observe, { capture: true, once: true });
  });
  await own.click();
  await expect(heading).not.toHaveText('Agenda');
  await expect(page.locator('body')).toHaveAttribute('data-frame', 'Agenda');
});

test('a protected screen redirects to the sign-in page', async ({ page }) => {
  await page.goto('/add-task');
  await expect(page).toHaveURL(/\/login\?volver=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Correo electrónico' }).fill('nadie');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await expect(page.getByText('Ingresa un correo electrónico válido')).toBeVisible();
  await expectAccessible(page);
});

test(
  'the landing page renders without JavaScript',
  AT_ANY_WIDTH,
  async ({ browser, contextOptions, product }) => {
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: product.url,
      javaScriptEnabled: false,
    });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Únete ahora' }).first()).toHaveAttribute(
      'href',
      '/register',
    );
    await expect(page.getByText('Popayán, Cauca, Colombia')).toBeVisible();
    await context.close();
  },
);

for (const [colorScheme, width] of EACH_SCHEME) {
  test(`the public screens have no axe violation in the ${colorScheme} scheme`, width, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Without the landing page, whose tests check it in the same schemes.
    for (const path of ['/login', '/register', '/verify-email', '/actividades']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

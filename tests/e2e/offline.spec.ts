import type { Page } from '@playwright/test';
import { createAccount, publishFromNewAccount, signIn } from './accounts.ts';
import { decodeShown } from './decode-qr.ts';
import { startDeployment } from './deployment.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, hydrated, ON_A_NETWORK, test } from './fixtures.ts';
import { NO_NETWORK } from './network.ts';
import {
  cachedCode,
  newAccount,
  publishActivity,
  storedResponsesText,
  waitForMemberCode,
  waitForServiceWorker,
} from './offline-fixtures.ts';
import { publishActivity as publishOrganised } from './organiser.ts';

test.use(ON_A_NETWORK);

const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

const banner = (page: Page) => page.getByText(/^Sin conexión\. Esto es de hace/);

/** The versions of the app whose caches have the door's code. */
const countWithDoor = async (page: Page): Promise<number> =>
  (await cachedCode(page)).filter(path => path === '/code-sets/door').length;

test(
  'the app opens offline and shows stored data with their age',
  AT_ANY_WIDTH,
  async ({ browser, page, context, product, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    const others = await publishFromNewAccount(browser, product.url);
    const attended = await publishFromNewAccount(browser, product.url);
    const person = newAccount();
    await createAccount(page, person);
    const title = await publishActivity(page);
    await page.request.post('/api/attendances/confirm', {
      data: { taskId: attended.id, name: person.username, email: person.email },
    });
    await page.goto('/actividades');
    await expect(page.getByText(others.title)).toBeVisible();
    await waitForServiceWorker(page);
    // Prefetched without being opened: the user's own and attended activities.
    await expect.poll(() => storedResponsesText(page)).toContain(title);
    await expect.poll(() => storedResponsesText(page)).toContain(attended.title);

    await network.lose(context);
    await page.clock.setSystemTime(Date.now() + TWO_HOURS_MS);
    await page.goto('/tasks');
    await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (1)' })).toBeVisible();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Sin conexión. Esto es de hace 2 horas.')).toBeVisible();
    await expect(page.getByRole('button', { name: `Menú de ${person.username}` })).toBeVisible();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Agenda', exact: true }).filter({ visible: true }).click();
    await expect(page.getByRole('heading', { name: others.title })).toBeVisible();
    await page.goto(`/actividades/${attended.id}`);
    await expect(page.getByRole('heading', { level: 1, name: attended.title })).toBeVisible();
    await expect(banner(page)).toBeVisible();
    await page.goto('/tasks/voy-a-ir');
    await expect(page.getByRole('heading', { level: 1, name: 'Voy a ir (1)' })).toBeVisible();
    await expect(page.getByRole('article', { name: attended.title })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Mi código' }).click();
    await expect(page.getByRole('dialog', { name: 'Mi código' })).toBeVisible();
    await expectAccessible(page);
    const code = await decodeShown(
      page.getByRole('img', { name: `Código de llegada de ${person.username} en QR` }),
    );
    expect(code).toMatch(/\/llegada\/[\w-]{22}$/);
    await page.getByRole('button', { name: 'Listo' }).click();
    await page.goto('/');
    await expect(page.getByText('Plataforma colaborativa', { exact: true })).toBeVisible();
    await page.goto('/ayuda/no-vista');
    await expect(page.getByRole('heading', { level: 1, name: 'Sin conexión' })).toBeVisible();
    await page.goto('/profile');
    await expect(page.getByText('Sin internet solo se puede leer lo que ya abriste aquí.')).toBeVisible();
    await expectAccessible(page);

    await page.goto('/tasks');
    await expect(banner(page)).toBeVisible();
    await network.restore(context);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(banner(page)).toBeHidden();
  },
);

test(
  "a visitor's page and its code stay readable offline, until the attendance is cancelled",
  AT_ANY_WIDTH,
  async ({ browser, page, context, product, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    // The cancelled attendance is fetched again.
    quietConsole.expect(/400 \(Bad Request\)/);
    const organiser = await browser.newContext({ baseURL: product.url });
    const { id: taskId, unique } = await publishOrganised(organiser, { contact: 'any' });
    await organiser.close();
    const data = { taskId, name: 'Rosa Elvira' };
    const reply = await page.request.post('/api/attendances/confirm', { data });
    const { personalLink } = await reply.json();
    await page.goto(personalLink);
    const code = page.getByRole('img', { name: 'Código de llegada de Rosa Elvira en QR' });
    const shown = await decodeShown(code);
    const spoken = await page.getByRole('figure').getByRole('code').textContent();
    expect(spoken).toMatch(/^[0-9A-Z]{6}$/);
    await waitForServiceWorker(page);
    await expect.poll(() => storedResponsesText(page)).toContain(`Minga ${unique}`);
    // The store does not prove the attendance.
    expect(await storedResponsesText(page)).not.toContain(new URL(personalLink).searchParams.get('token'));

    await network.lose(context);
    for (const open of [() => page.reload(), () => page.goto(personalLink)]) {
      await open();
      await expect(page.getByRole('heading', { level: 1, name: `Minga ${unique}` })).toBeVisible();
      expect(await decodeShown(code)).toBe(shown);
      await expect(page.getByRole('figure').getByRole('code')).toHaveText(spoken ?? '');
    }
    await expect(banner(page)).toBeVisible();
    await expectAccessible(page);
    await page.goto(shown);
    expect(await decodeShown(page.getByRole('img', { name: 'Código de llegada en QR' }))).toBe(shown);

    await network.restore(context);
    await page.goto(personalLink);
    await page.getByRole('button', { name: 'Cancelar Asistencia' }).click();
    await page.getByRole('button', { name: 'Sí, cancelar' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Asistencia cancelada' })).toBeVisible();
    await expect.poll(() => storedResponsesText(page)).not.toContain('Rosa Elvira');
  },
);

test(
  'the first visit caches what visitors need, and other screens are cached when they are used',
  AT_ANY_WIDTH,
  async ({ page, context, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    quietConsole.expect(/A part of the app did not arrive/);
    await page.goto('/impacto');
    await hydrated(page);
    await waitForServiceWorker(page);
    const first = await cachedCode(page);
    // Of about 390 files; apps/web/precached-code.ts limits their bytes.
    expect(first.length).toBeLessThan(205);
    await page.goto('/register');
    const heading = page.getByRole('heading', { level: 1, name: 'Crear cuenta' });
    await expect(heading).toBeVisible();
    await expect.poll(async () => (await cachedCode(page)).length).toBeGreaterThan(first.length);

    await network.lose(context);
    await page.goto('/register');
    await expect(heading).toBeVisible();
    await page.goto('/impacto');
    await expect(page.getByText('Sin internet solo se puede leer lo que ya abriste aquí.')).toBeVisible();
    await page.goto('/incrustar');
    await expect(
      page.getByRole('heading', { name: 'No tienes conexión y esta página no está en tu dispositivo' }),
    ).toBeVisible();
    await expectAccessible(page);
    await network.restore(context);
    await expect(
      page.getByRole('heading', { level: 1, name: 'Pon las actividades en tu sitio' }),
    ).toBeVisible();
  },
);

test(
  'a form submitted offline reports the error and retains its values',
  AT_ANY_WIDTH,
  async ({ page, context, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    await createAccount(page, newAccount());
    const title = await publishActivity(page);
    await page.goto('/tasks');
    await waitForServiceWorker(page);
    await waitForMemberCode(page);
    await expect.poll(() => storedResponsesText(page)).toContain(title);
    await network.lose(context);
    await page.getByRole('article', { name: title }).getByRole('link', { name: 'Editar' }).click();
    await page.locator('summary', { hasText: 'Por quién preguntar' }).click();
    await page.getByLabel('Responsables').fill('Don Efraín');
    await page.getByRole('button', { name: 'Actualizar actividad' }).click();
    await expect(page.getByText('No hay conexión con el servidor.').first()).toBeVisible();
    await expect(page.getByLabel('Responsables')).toHaveValue('Don Efraín');
    await expectAccessible(page);

    await network.restore(context);
    await page.getByRole('button', { name: 'Actualizar actividad' }).click();
    await expect(page.getByRole('article', { name: title })).toContainText('Don Efraín');
  },
);

test(
  'signing out offline deletes the stored data, and the session ends at the next connection',
  AT_ANY_WIDTH,
  async ({ page, context, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    const [rosa, luis] = [newAccount(), newAccount()];
    await createAccount(page, rosa);
    const title = await publishActivity(page);
    await page.goto('/tasks');
    await waitForServiceWorker(page);
    await expect.poll(() => storedResponsesText(page)).toContain(title);

    await network.lose(context);
    await page.reload();
    await page.getByRole('button', { name: `Menú de ${rosa.username}` }).click();
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click();
    await expect(page).toHaveURL(/\/login/);
    await expect.poll(() => storedResponsesText(page)).not.toContain(title);
    expect(await storedResponsesText(page)).not.toContain(rosa.email);
    await page.goto('/tasks');
    await expect(page).toHaveURL(/\/login/);

    await network.restore(context);
    await page.goto('/tasks');
    await expect(page).toHaveURL(/\/login/);
    expect(await (await page.request.get('/api/auth/verify')).json()).toBeNull();

    await createAccount(page, luis);
    await page.goto('/tasks');
    await expect(page.getByRole('heading', { level: 1, name: 'Mis Actividades (0)' })).toBeVisible();
    expect(await storedResponsesText(page)).not.toContain(title);
  },
);

test(
  'data stored for one user are not shown to the next user of the browser',
  AT_ANY_WIDTH,
  async ({ page, context, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    const [rosa, luis] = [newAccount(), { ...newAccount(), username: 'Luis Alfredo' }];
    await createAccount(page, luis);
    await createAccount(page, rosa);
    const title = await publishActivity(page);
    await page.goto('/tasks');
    await waitForServiceWorker(page);
    await expect.poll(() => storedResponsesText(page)).toContain(title);
    await signIn(page, luis);
    await page.goto('/tasks');
    await expect(page.getByRole('button', { name: 'Menú de Luis Alfredo' })).toBeVisible();
    await expect.poll(() => storedResponsesText(page)).toContain(luis.email);
    expect(await storedResponsesText(page)).not.toContain(title);
    await network.lose(context);
    await page.goto('/tasks');
    await expect(page.getByRole('button', { name: 'Menú de Luis Alfredo' })).toBeVisible();
    await expect(page.getByText(title)).toBeHidden();
  },
);

test(
  'a new version waits for the user, and its activation retains form values',
  AT_ANY_WIDTH,
  async ({ browser, contextOptions, product, network }) => {
    const deployment = await startDeployment(product.url);
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: deployment.url,
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    await createAccount(page, newAccount());
    await page.goto('/add-task');
    await waitForServiceWorker(page);
    const other = await context.newPage();
    await other.goto('/actividades');
    await other.evaluate(() => Object.assign(window, { isSamePage: true }));
    await page.getByLabel('Título').fill('Siembra de guaduas');

    // The image cache of earlier releases.
    await page.evaluate(() => caches.open('minga-pictures'));
    // As the door's screen does; the next version must have the door's code too.
    await page.evaluate(() => {
      navigator.serviceWorker.controller?.postMessage({ cache: { loaded: [], set: 'door' } });
    });
    await expect.poll(() => countWithDoor(page)).toBe(1);
    deployment.deploy();
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await expect(page.getByText('Hay una versión nueva de Minga.')).toBeVisible();
    await expect(other.getByText('Hay una versión nueva de Minga.')).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByLabel('Título')).toHaveValue('Siembra de guaduas');
    await page.getByRole('button', { name: 'Actualizar' }).click();
    await expect(page.locator(`link[href="${deployment.styles.after}"]`)).toHaveCount(1);
    expect(await page.evaluate(() => caches.keys())).not.toContain('minga-pictures');
    expect(await countWithDoor(page)).toBe(2);
    await expect(page.getByText('Recuperamos lo que habías escrito.')).toBeVisible();
    await expect(page.getByLabel('Título')).toHaveValue('Siembra de guaduas');

    // The other tab continues with its version, whose files the server no longer has.
    expect(await other.evaluate(() => 'isSamePage' in window)).toBe(true);
    const { before } = deployment.styles;
    expect((await page.request.get(before)).status()).toBe(404);
    expect(await other.evaluate(async path => (await fetch(path)).status, before)).toBe(200);
    // A page loaded now has the new version, which needs no announcement.
    await other.reload();
    await expect(other.locator(`link[href="${deployment.styles.after}"]`)).toHaveCount(1);
    await expect(other.getByText('Hay una versión nueva de Minga.')).toBeHidden();
    // Offline too, although the previous version is still cached.
    await network.lose(context);
    await other.goto('/tasks');
    await expect(other.locator(`link[href="${deployment.styles.after}"]`)).toHaveCount(1);
    await context.close();
    await deployment.stop();
  },
);

test(
  'the app can be installed, and its images have the sizes of the manifest',
  AT_ANY_WIDTH,
  async ({ page, context }) => {
    // A page that is read without code registers no worker.
    await page.goto('/tasks');
    await waitForServiceWorker(page);
    const devtools = await context.newCDPSession(page);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Windows under test are incognito.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const { errors, url } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const reply = await page.request.get(url);
    expect(reply.headers()['content-type']).toMatch(/^application\/manifest\+json/);
    const manifest = await reply.json();
    for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
      const size = await page.evaluate(async path => {
        const image = new Image();
        image.src = path;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    expect((await page.request.get('/sw.js')).headers()['cache-control']).toBe('no-cache');
    for (const { url: path } of manifest.shortcuts) {
      expect((await page.request.get(path)).status()).toBe(200);
    }
  },
);

import { type BrowserContext, chromium } from '@playwright/test';
import { arrivedAtServer, openDoor, publishWithDoor } from './door-fixtures.ts';
import { AT_ANY_WIDTH, expect, test } from './fixtures.ts';

test(
  'arrivals survive a browser that is killed without a network',
  AT_ANY_WIDTH,
  async ({ launchOptions, baseURL, network }, testInfo) => {
    const profile = testInfo.outputPath('profile');
    const start = () =>
      chromium.launchPersistentContext(profile, {
        ...launchOptions,
        ...(baseURL !== undefined && { baseURL }),
        locale: 'es-CO',
        timezoneId: 'America/Bogota',
        serviceWorkers: 'allow',
        proxy: network.proxy,
      });
    let context: BrowserContext = await start();
    let page = await context.newPage();
    const { id, path } = await publishWithDoor(page, ['Ana', 'Benjamín', 'Carmen']);
    await openDoor(page, path);
    // Chromium writes its cookies when it is closed.
    await context.close();

    context = await start();
    await network.lose(context);
    page = await context.newPage();
    await page.goto(path);
    for (const name of ['Ana + 2', 'Benjamín'])
      await page.getByRole('button', { name: `Llegó: ${name}` }).click();
    await expect(page.getByText('Por enviar: 2')).toBeVisible();
    const closed = context.waitForEvent('close');
    const browser = await context.browser()?.newBrowserCDPSession();
    void browser?.send('Browser.crash').catch(() => undefined);
    await closed;

    context = await start();
    await network.lose(context);
    page = await context.newPage();
    await page.goto(path);
    await expect(page.getByText('Por enviar: 2')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Deshacer: Ana + 2' })).toBeVisible();
    await network.restore(context);
    await expect(page.getByText(/^Por enviar: /)).toBeHidden();
    expect(await arrivedAtServer(page, id)).toEqual(['Ana', 'Benjamín']);
    await context.close();
  },
);

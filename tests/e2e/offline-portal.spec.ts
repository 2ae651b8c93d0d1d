import { createAccount } from './accounts.ts';
import { PORTAL, type Responder, startDeployment } from './deployment.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import {
  cachedPagesText,
  newAccount,
  publishActivity,
  storedResponsesText,
  waitForServiceWorker,
} from './offline-fixtures.ts';

test(
  'stored data are shown whatever responds in the server’s place, and its responses are not stored',
  AT_ANY_WIDTH,
  async ({ browser, contextOptions, product }) => {
    const deployment = await startDeployment(product.url);
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: deployment.url,
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    await createAccount(page, newAccount());
    const title = await publishActivity(page);
    await page.goto('/tasks');
    await waitForServiceWorker(page);
    await expect.poll(() => storedResponsesText(page)).toContain(title);

    deployment.respondAs('portal');
    await page.goto('/');
    await expect(page.getByText(/^Minga no responde\. Así estaba esta página hace/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/no-existe');
    await expect(page.getByRole('heading', { level: 1, name: 'Minga no responde' })).toBeVisible();

    const responders: Responder[] = ['portal', 'redirect', 'unavailable', 'silence'];
    for (const responder of responders) {
      deployment.respondAs(responder);
      await page.goto('/tasks');
      // The worker waits for four seconds once; further requests do not wait.
      await expect(page.getByRole('heading', { name: title }), responder).toBeVisible({ timeout: 4000 });
      // A page cannot distinguish a redirect to another origin from a missing connection.
      const reason = responder === 'redirect' ? 'Sin conexión' : 'Minga no responde';
      await expect(page.getByText(`${reason}. Esto es de hace`), responder).toBeVisible();
    }
    await expectAccessible(page);
    expect((await cachedPagesText(page)) + (await storedResponsesText(page))).not.toContain(PORTAL);

    deployment.respondAs('product');
    await page.goto('/tasks');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Esto es de hace')).toBeHidden();
    await context.close();
    await deployment.stop();
  },
);

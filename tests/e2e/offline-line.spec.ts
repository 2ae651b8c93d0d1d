import { createAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, test } from './fixtures.ts';
import { type Answering, PORTAL, standInFrontOf } from './next-version.ts';
import {
  cachedPagesText,
  newAccount,
  publishActivity,
  storedResponsesText,
  waitForServiceWorker,
} from './offline-fixtures.ts';

test(
  'what was kept is read whatever answers in the server’s place, and nothing of that is kept',
  AT_ANY_WIDTH,
  async ({ browser, contextOptions, product }) => {
    const line = await standInFrontOf(product.url);
    const context = await browser.newContext({
      ...contextOptions,
      baseURL: line.url,
      serviceWorkers: 'allow',
    });
    const page = await context.newPage();
    await createAccount(page, newAccount());
    const title = await publishActivity(page);
    await page.goto('/tasks');
    await waitForServiceWorker(page);
    await expect.poll(() => storedResponsesText(page)).toContain(title);

    line.answerAs('portal');
    await page.goto('/');
    await expect(page.getByText(/^Minga no responde\. Así estaba esta página hace/)).toBeVisible();
    await expectAccessible(page);
    await page.goto('/no-existe');
    await expect(page.getByRole('heading', { level: 1, name: 'Minga no responde' })).toBeVisible();

    const answerings: Answering[] = ['portal', 'redirect', 'unavailable', 'nobody'];
    for (const answering of answerings) {
      line.answerAs(answering);
      await page.goto('/tasks');
      // The worker is patient for four seconds; after that nobody is.
      await expect(page.getByRole('heading', { name: title }), answering).toBeVisible({ timeout: 4000 });
      // Of a redirection to elsewhere a page is told no more than that it failed.
      const reason = answering === 'redirect' ? 'Sin conexión' : 'Minga no responde';
      await expect(page.getByText(`${reason}. Esto es de hace`), answering).toBeVisible();
    }
    await expectAccessible(page);
    expect((await cachedPagesText(page)) + (await storedResponsesText(page))).not.toContain(PORTAL);

    line.answerAs('product');
    await page.goto('/tasks');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(page.getByText('Esto es de hace')).toBeHidden();
    await context.close();
    await line.stop();
  },
);

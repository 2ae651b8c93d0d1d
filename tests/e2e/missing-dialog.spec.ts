import { publishFromNewAccount } from './accounts.ts';
import { AT_ANY_WIDTH, expect, hydrated, test } from './fixtures.ts';

test(
  'a dialog whose code cannot be loaded leaves the page as it is, and opens with the next network',
  AT_ANY_WIDTH,
  async ({ browser, page, context, product, quietConsole }) => {
    quietConsole.expect(/ERR_INTERNET_DISCONNECTED/);
    const { id, title } = await publishFromNewAccount(browser, product.url);
    await page.goto(`/actividades/${id}`);
    await hydrated(page);
    await context.setOffline(true);
    const button = page.getByRole('button', { name: 'Asistir a actividad' });
    await button.click();
    await expect(page.getByText(/^Sin conexión no podemos abrir esto/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await context.setOffline(false);
    await button.click();
    await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' })).toBeVisible();
  },
);

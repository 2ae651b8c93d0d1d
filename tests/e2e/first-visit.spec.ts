import type { Request } from '@playwright/test';
import { publishFromNewAccount } from './accounts.ts';
import { expect, ON_THE_PHONE, test } from './fixtures.ts';

const REQUESTS_MAX = 25;
const BYTES_MAX = 220_000;

test(
  'a visitor who only reads loads no code, and the first press loads it',
  ON_THE_PHONE,
  async ({ browser, page, product }) => {
    const { id } = await publishFromNewAccount(browser, product.url);
    for (const path of [
      `/actividades/${id}`,
      '/actividades',
      '/calendario',
      '/colectivos',
      '/login',
      '/register',
    ]) {
      await test.step(path, async () => {
        const requests: Request[] = [];
        const record = (request: Request) => void requests.push(request);
        page.on('request', record);
        await page.goto(path, { waitUntil: 'networkidle' });
        await page.mouse.wheel(0, 400);
        await expect(page.locator('#root[data-server-rendered]')).toHaveCount(1);
        const of = (type: string) => requests.filter(request => request.resourceType() === type);
        expect(of('script')).toEqual([]);
        expect(of('fetch')).toEqual([]);
        expect(requests.length).toBeLessThanOrEqual(REQUESTS_MAX);
        const withoutPictures = requests.filter(request => request.resourceType() !== 'image');
        const sizes = await Promise.all(withoutPictures.map(request => request.sizes()));
        const bytes = sizes.reduce(
          (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
          0,
        );
        expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
        page.off('request', record);
      });
    }
    await page.goto(`/actividades/${id}`);
    await page.getByRole('button', { name: /^Asistir/ }).click();
    await expect(page.getByRole('dialog', { name: 'Confirmar asistencia' })).toBeVisible();
  },
);

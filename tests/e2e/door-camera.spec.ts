import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { arrivedAtServer, confirmAsVisitor, openDoor, publishWithDoor } from './door-fixtures.ts';
import { AT_ANY_WIDTH, expect, expectAccessible, ON_A_NETWORK, test } from './fixtures.ts';
import { NO_NETWORK } from './network.ts';
import { CAMERA_VIDEO, writeQrVideo } from './qr-video.ts';

test.use(ON_A_NETWORK);

test.afterAll(() => rmSync(CAMERA_VIDEO, { force: true }));

/** Opens the camera in front of a QR code with this text, and closes it once the door has said so. */
async function show(page: Page, text: string, says: string | RegExp): Promise<void> {
  await writeQrVideo(CAMERA_VIDEO, text);
  await page.getByRole('button', { name: 'Leer códigos' }).click();
  await expect(page.getByRole('status').filter({ hasText: says })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cerrar la cámara' }).click();
}

test('the camera reads the code of a person and admits it once', async ({ page, product }) => {
  const { id, path, codes } = await publishWithDoor(page, ['Ana']);
  const link = (name: string) => `${product.url}/llegada/${codes.get(name)}`;
  await openDoor(page, path);
  await show(page, link('Ana'), /Ana \+ 2.*Pueden entrar: son 3 personas\./);
  await expect.poll(() => arrivedAtServer(page, id)).toEqual(['Ana']);
  await show(page, link('Ana'), /Ana \+ 2.*Ya había llegado a las?\b/);
  await show(page, 'https://example.org/menu', 'Este código no es de Minga');
  // Of another activity: the server is asked, as the list may be older.
  await show(page, 'q83vASNFZ4mrze8BI0VniQ', /No está en la lista.*no es de esta actividad/);
  expect(await arrivedAtServer(page, id)).toEqual(['Ana']);
  await expect(page.getByText(/^Por enviar: |por revisar/)).toHaveCount(0);
});

test(
  'without a network the camera admits by the stored list, and checks later what that does not have',
  AT_ANY_WIDTH,
  async ({ page, context, product, network, quietConsole }) => {
    quietConsole.expect(NO_NETWORK);
    const { id, path, codes, unique } = await publishWithDoor(page, ['Ana']);
    await openDoor(page, path);
    await network.lose(context);
    await page.reload();
    await show(page, `${product.url}/llegada/${codes.get('Ana')}`, /Ana \+ 2.*Pueden entrar/);
    const { code } = await confirmAsVisitor(product.url, {
      taskId: id,
      name: 'Zoraida',
      email: `zoraida.${unique}@example.org`,
    });
    await show(page, code, 'No está en la lista de este dispositivo');
    await expect(page.getByText('Por enviar: 2')).toBeVisible();
    await network.restore(context);
    await expect.poll(() => arrivedAtServer(page, id)).toEqual(['Ana', 'Zoraida']);
    await expect(page.getByRole('button', { name: 'Deshacer: Zoraida' })).toBeVisible();
  },
);

test('the camera stops when it is closed; where it is refused, the list is the way out', async ({ page }) => {
  const { path } = await publishWithDoor(page, ['Ana']);
  await writeQrVideo(CAMERA_VIDEO, 'https://example.org/menu');
  await page.goto(path);
  await page.getByRole('button', { name: 'Leer códigos' }).click();
  await expect(page.getByText('Acerca el código a la cámara.')).toBeVisible();
  const stream = await page
    .getByLabel('Lo que ve la cámara')
    .evaluateHandle(video => (video as HTMLVideoElement).srcObject as MediaStream);
  const isLive = () => stream.evaluate(({ active }) => active);
  expect(await isLive()).toBe(true);
  await page.getByRole('button', { name: 'Cerrar la cámara' }).click();
  await expect.poll(isLive).toBe(false);

  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('refused', 'NotAllowedError');
    };
  });
  await page.getByRole('button', { name: 'Leer códigos' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Falta el permiso de la cámara' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Usar la lista' }).click();
  await expect(page.getByLabel('Buscar por nombre')).toBeFocused();
});

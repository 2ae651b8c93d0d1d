import { createAccount } from './accounts.ts';
import { expect, expectAccessible, hydrated, ON_THE_PHONE, test } from './fixtures.ts';
import { bell } from './notification-fixtures.ts';
import { waitForServiceWorker } from './offline-fixtures.ts';
import { wholeChromium } from './whole-chromium.ts';

test.use({ ...wholeChromium, serviceWorkers: 'allow' });

const pushed = { id: 'a1', title: 'Cambió la hora', message: 'Ahora es a las 9.', taskId: null };

/** Chromium has no push service here: the page gets a subscription at a known one. */
const SUBSCRIPTION = `
  Notification.requestPermission = async () => 'granted';
  PushManager.prototype.subscribe = async () => ({
    toJSON: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/prueba',
      keys: { p256dh: 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU', auth: 'a'.repeat(21) + 'A' },
    }),
  });`;

test(
  'the service worker shows what is pushed, a repeated push once',
  ON_THE_PHONE,
  async ({ page, product }) => {
    await page.context().grantPermissions(['notifications']);
    await page.goto('/actividades');
    await hydrated(page);
    await waitForServiceWorker(page);
    const session = await page.context().newCDPSession(page);
    const registered = new Promise<string>(resolve => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations;
        if (registration !== undefined) resolve(registration.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    for (let times = 0; times < 2; times += 1)
      await session.send('ServiceWorker.deliverPushMessage', {
        origin: product.url,
        registrationId,
        data: JSON.stringify(pushed),
      });
    const shown = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
      });
    await expect.poll(shown).toEqual([{ title: 'Cambió la hora', body: 'Ahora es a las 9.', tag: 'a1' }]);
  },
);

test('a member activates this device after an explanation, sees it in the profile and removes it', async ({
  page,
}) => {
  const unique = String(Date.now());
  await page.addInitScript(SUBSCRIPTION);
  await createAccount(page, {
    username: 'Nubia',
    email: `nubia.${unique}@example.org`,
    password: 'maíz-y-café',
  });
  await page.goto('/tasks');
  await waitForServiceWorker(page);
  await bell(page, 0).click();
  await expect(page.getByText(/Este dispositivo te avisa lo mismo que llega/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Activar avisos aquí' }).click();
  await expect(page.getByText('Listo: este dispositivo te avisa aunque Minga esté cerrada.')).toBeVisible();
  await page.goto('/tasks/notificaciones');
  const devices = page.getByRole('region', { name: 'Avisos en tus dispositivos' });
  await expect(devices.getByText('Este dispositivo')).toBeVisible();
  await expect(devices.getByText('Todavía no le ha llegado ninguno')).toBeVisible();
  await expectAccessible(page);
  await devices.getByRole('button', { name: /^Quitar:/ }).press('Enter');
  await expect(devices.getByRole('button', { name: 'Activar avisos aquí' })).toBeVisible();
});

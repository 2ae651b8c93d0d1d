import type { Browser, Locator } from '@playwright/test';
import { type TestMailServer, testMailServer } from '../../../apps/api/test/smtp.ts';
import type { Product } from '../../../scripts/product.ts';
import { advanceClock, fixedClock } from '../screens/advance-clock.ts';
import { superadmin } from '../superadmin.ts';
import { AdministratorSite } from './administrator-site.ts';
import type { Device } from './device.ts';
import type { Step } from './step.ts';
import type { Walk } from './walk.ts';
import { Walker } from './walker.ts';

const [OPENED, FIRST, SECOND, THIRD] = [
  '2099-12-01T17:00:00.000Z',
  '2099-12-02T13:00:00Z',
  '2099-12-03T13:00:00Z',
  '2099-12-04T13:00:00Z',
];
let mail: TestMailServer;

/** Comes once a day for some minutes: what waits, what is urgent, what is unwell. */
export const administrator: Walk = {
  name: 'administrator',
  title: 'An administrator',
  async settings() {
    mail = await testMailServer();
    return {
      ...fixedClock(OPENED, FIRST, SECOND, THIRD),
      ...{ SMTP_URL: mail.url, MAIL_FROM: 'Minga <hola@example.org>', MODERATION: 'prior' },
      ...{ SUPERADMIN_EMAIL: superadmin.email, SUPERADMIN_PASSWORD: superadmin.password },
      ...{ WEBHOOK_HOSTS: '127.0.0.1', BACKUP_ALARM_HOURS: '0' },
    };
  },
  take,
};

async function take(browser: Browser, product: Product, device: Device): Promise<Step[]> {
  const site = new AdministratorSite(product.url, mail);
  await site.open(OPENED);
  await advanceClock(product, FIRST);
  await site.fill(FIRST);
  const walker = await Walker.start(browser, device, product.url);
  const button = (name: string | RegExp): Locator => walker.page.getByRole('button', { name });
  const text = (words: string | RegExp): Locator => walker.page.getByText(words);
  const dialog = () => walker.page.getByRole('dialog');

  const enterPanel = async () => {
    await walker.open(`${product.url}/admin-dashboard`);
    await walker.type(walker.page.getByLabel('Correo electrónico'), site.admin.email);
    await walker.type(walker.page.getByLabel('Contraseña', { exact: true }), site.admin.password);
    await walker.press(button('Iniciar sesión'));
    await walker.see(walker.page.getByRole('heading', { level: 1, name: 'Panel de Administración' }));
  };
  const reject = async (title: RegExp, decision: string, reason: string) => {
    await walker.press(button(new RegExp(`^${decision}: ${title.source}`)));
    await walker.see(dialog().getByRole('radio', { name: reason, checked: true }));
    await walker.press(dialog().getByRole('button', { name: decision }));
    await walker.see(text('Ocultada'));
  };
  /** The second of the prepared reasons: by keyboard Tab leads to the first one, and an arrow to the next. */
  const chooseReason = async () => {
    const reason = dialog().getByRole('radio', { name: 'Es una venta' });
    if (device === 'phone') return walker.press(reason);
    await walker.press(dialog().getByRole('radio').first(), 'Space');
    await walker.page.keyboard.press('ArrowRight');
  };
  const waits = (count: string): Promise<void> =>
    walker.see(walker.page.getByRole('heading', { level: 2, name: `Hoy ${count}` }));

  await walker.step('Day 1: enter the panel and learn what waits', async () => {
    await enterPanel();
    await waits('esperan 8 decisiones');
    await walker.see(text(/^Los webhooks de «Guardianas del Cauca» fallan/));
  });
  await walker.step('Day 1: decide three reported things', async () => {
    await reject(/Rifa/, 'Ocultar', 'Pide plata');
    await waits('esperan 7 decisiones');
    await walker.press(button(/^Descartar: Caminata/));
    await waits('esperan 6 decisiones');
    await reject(/Limpieza/, 'Ocultar', 'Datos de alguien');
    await waits('esperan 5 decisiones');
  });
  await walker.step('Day 1: decide four publications', async () => {
    await walker.press(button(/^Aprobar: Taller/));
    await waits('esperan 4 decisiones');
    await walker.press(button(/^Aprobar: Reparación/));
    await waits('esperan 3 decisiones');
    await walker.press(button(/^Aprobar la serie: Olla/));
    await waits('esperan 2 decisiones');
    await walker.press(button(/^Rechazar: Bono/));
    await chooseReason();
    await walker.press(dialog().getByRole('button', { name: 'Rechazar' }));
    await waits('espera una decisión');
  });
  await walker.step('Day 1: activate a collective', async () => {
    await walker.press(button(/^Activar: /));
    await waits('no espera ninguna decisión');
  });

  await advanceClock(product, SECOND);
  await site.appeal(SECOND);
  await walker.step('Day 2: enter the panel and learn what waits', async () => {
    await enterPanel();
    await waits('esperan 2 decisiones');
  });
  await walker.step('Day 2: decide an appeal and a publication', async () => {
    await walker.press(button(/^Volver a publicar: Rifa/));
    await waits('espera una decisión');
    await walker.press(button(/^Aprobar: Siembra/));
    await waits('no espera ninguna decisión');
  });

  await advanceClock(product, THIRD);
  await site.loseMailServer();
  await walker.step('Day 3: enter the panel and learn that no e-mail goes out', async () => {
    await enterPanel();
    await walker.see(text(/podido salir: no pudimos hablar con el servidor/));
  });
  await walker.stop();
  for (const name of ['admin', 'superadmin', 'ana', 'luis', 'marta'])
    process.stderr.write(`${device} ${name}: ${site.emailsTo(name).join(' | ')}\n`);
  await mail.stop();
  return walker.steps;
}

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
      SMTP_URL: mail.url,
      MAIL_FROM: 'Minga <hola@example.org>',
      MODERATION: 'prior',
      SUPERADMIN_EMAIL: superadmin.email,
      SUPERADMIN_PASSWORD: superadmin.password,
      WEBHOOK_HOSTS: '127.0.0.1',
      BACKUP_ALARM_HOURS: '0',
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
  await firstDay(walker, product, site);
  await advanceClock(product, SECOND);
  await site.appeal(SECOND);
  await secondDay(walker, product, site);
  await advanceClock(product, THIRD);
  await site.loseMailServer();
  await walker.step('Day 3: enter the panel and learn that no e-mail goes out', async () => {
    await enterPanel(walker, product, site);
    await walker.see(walker.page.getByText(/podido salir: el servidor rechazó la conexión/));
  });
  await walker.stop();
  for (const name of ['admin', 'superadmin', 'ana', 'luis', 'marta'])
    process.stderr.write(`${device} ${name}: ${site.emailsTo(name).join(' | ')}\n`);
  await mail.stop();
  return walker.steps;
}

async function firstDay(walker: Walker, product: Product, site: AdministratorSite): Promise<void> {
  await walker.step('Day 1: enter the panel and learn what waits', async () => {
    await enterPanel(walker, product, site);
    await waits(walker, 'esperan 8 decisiones');
    await walker.see(walker.page.getByText(/^Los webhooks de «Guardianas del Cauca» fallan/));
  });
  await walker.step('Day 1: decide three reported things', async () => {
    await hide(walker, /Rifa/, 'Pide plata');
    await waits(walker, 'esperan 7 decisiones');
    await walker.press(button(walker, /^Descartar: Caminata/));
    await waits(walker, 'esperan 6 decisiones');
    await hide(walker, /Limpieza/, 'Datos de alguien');
    await waits(walker, 'esperan 5 decisiones');
  });
  await walker.step('Day 1: decide four publications', async () => {
    await walker.press(button(walker, /^Aprobar: Taller/));
    await waits(walker, 'esperan 4 decisiones');
    await walker.press(button(walker, /^Aprobar: Reparación/));
    await waits(walker, 'esperan 3 decisiones');
    await walker.press(button(walker, /^Aprobar la serie: Olla/));
    await waits(walker, 'esperan 2 decisiones');
    await walker.press(button(walker, /^Rechazar: Bono/));
    await chooseSecondReason(walker);
    await walker.press(dialog(walker).getByRole('button', { name: 'Rechazar' }));
    await waits(walker, 'espera una decisión');
  });
  await walker.step('Day 1: activate a collective', async () => {
    await walker.press(button(walker, /^Activar: /));
    await waits(walker, 'no espera ninguna decisión');
  });
}

async function secondDay(walker: Walker, product: Product, site: AdministratorSite): Promise<void> {
  await walker.step('Day 2: enter the panel and learn what waits', async () => {
    await enterPanel(walker, product, site);
    await waits(walker, 'esperan 2 decisiones');
  });
  await walker.step('Day 2: decide an appeal and a publication', async () => {
    await walker.press(button(walker, /^Volver a publicar: Rifa/));
    await waits(walker, 'espera una decisión');
    await walker.press(button(walker, /^Aprobar: Siembra/));
    await waits(walker, 'no espera ninguna decisión');
  });
}

const button = ({ page }: Walker, name: string | RegExp): Locator => page.getByRole('button', { name });
const dialog = ({ page }: Walker): Locator => page.getByRole('dialog');

const waits = (walker: Walker, count: string): Promise<void> =>
  walker.see(walker.page.getByRole('heading', { level: 2, name: `Hoy ${count}` }));

async function enterPanel(walker: Walker, { url }: Product, { admin }: AdministratorSite): Promise<void> {
  await walker.open(`${url}/admin-dashboard`);
  await walker.type(walker.page.getByLabel('Correo electrónico'), admin.email);
  await walker.type(walker.page.getByLabel('Contraseña', { exact: true }), admin.password);
  await walker.press(button(walker, 'Iniciar sesión'));
  await walker.see(walker.page.getByRole('heading', { level: 1, name: 'Panel de Administración' }));
}

async function hide(walker: Walker, title: RegExp, reason: string): Promise<void> {
  await walker.press(button(walker, new RegExp(`^Ocultar: ${title.source}`)));
  await walker.press(dialog(walker).getByRole('radio', { name: reason }), 'Space');
  await walker.press(dialog(walker).getByRole('button', { name: 'Ocultar' }));
  await walker.see(walker.page.getByText('Ocultada'));
}

/** By keyboard Tab leads to the first of the prepared reasons, and an arrow to the next. */
async function chooseSecondReason(walker: Walker): Promise<void> {
  const reason = dialog(walker).getByRole('radio', { name: 'Es una venta' });
  if (walker.device === 'phone') return walker.press(reason);
  await walker.press(dialog(walker).getByRole('radio').first(), 'Space');
  await walker.pressKey('ArrowRight');
}

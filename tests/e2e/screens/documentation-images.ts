import type { Locator, Page } from '@playwright/test';

/** An image in the README, the manual or the web app manifest, with the screen and the part of it that it shows. */
export interface DocumentationImage {
  /** Its path in the repository, without the extension. */
  readonly file: string;
  /** The screen's name. The image uses the light colour scheme. */
  readonly screen: string;
  readonly width: 360 | 768 | 1280;
  /** Device pixels per CSS pixel; 2 by default. */
  readonly scale?: number;
  /** Runs before the screenshot, after the screen's own `interact`. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** Height in CSS pixels, from the top of `part` or of the page. Without it the image shows `part` alone. */
  readonly height?: number;
  readonly part?: (page: Page) => Locator;
}

const PHONE = { width: 360 } as const;
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const panel = (page: Page) => page.getByRole('tabpanel');

async function fillInConfirmation(page: Page): Promise<void> {
  await page.getByLabel('Nombre').fill('Rosa Elvira Yalanda');
  await page.getByLabel('Correo electrónico').fill('rosa.elvira@example.org');
  await page.getByRole('checkbox').check();
  await page.getByRole('checkbox').blur();
  await hidePageBehindDialog(page);
}

async function fillInInvitation(page: Page): Promise<void> {
  const email = page.getByRole('dialog').getByLabel('Correo electrónico');
  await email.fill('luz.dary@example.org');
  await email.blur();
  await hidePageBehindDialog(page);
}

async function fillInMessage(page: Page): Promise<void> {
  await page.getByLabel('Asunto').fill('Cambiamos de entrada');
  const text = page.getByLabel('Mensaje', { exact: true });
  await text.fill('Entramos por la portería de la carrera 9.\n\nTraigan gorra, agua y ganas de sembrar.');
  await text.blur();
}

/** The README frames the image; the page behind the dialog would show at its corners. */
const hidePageBehindDialog = (page: Page) =>
  page.addStyleTag({
    content: '[role=dialog] { border-radius: 0 !important } #root, .mantine-Modal-overlay { opacity: 0 }',
  });

const readme: readonly DocumentationImage[] = [
  { file: 'catalogue-phone', screen: 'catalogue', ...PHONE, height: 740 },
  { file: 'catalogue', screen: 'catalogue', width: 1280, height: 800 },
  { file: 'attendance', screen: 'attendance', width: 1280, height: 800 },
  { file: 'admin-statistics', screen: 'admin-statistics', width: 1280, height: 900 },
];

const manual: readonly DocumentationImage[] = [
  { file: 'catalogue', screen: 'catalogue', ...PHONE, height: 820 },
  {
    file: 'confirm-dialog',
    screen: 'confirm-dialog',
    ...PHONE,
    prepare: fillInConfirmation,
    part: page => page.getByRole('dialog'),
  },
  {
    file: 'own-code',
    screen: 'attended-code',
    ...PHONE,
    prepare: async page => {
      await hidePageBehindDialog(page);
    },
    part: page => page.getByRole('dialog'),
  },
  { file: 'register', screen: 'register', ...PHONE, height: 820 },
  { file: 'reminders', screen: 'reminders', ...PHONE, height: 860, part: title },
  { file: 'bell', screen: 'bell', ...PHONE, height: 640 },
  {
    file: 'profile',
    screen: 'profile',
    ...PHONE,
    part: page => page.getByRole('region', { name: 'Sesiones abiertas' }),
  },
  { file: 'new-activity-filled', screen: 'new-activity-filled', ...PHONE, height: 820 },
  {
    file: 'new-activity-repeat',
    screen: 'new-activity-repeat',
    ...PHONE,
    height: 1_000,
    part: page => page.locator('details', { hasText: 'Se repite' }),
  },
  { file: 'activity-series', screen: 'activity-series', ...PHONE, height: 1_000, part: title },
  { file: 'collective', screen: 'collective', ...PHONE, height: 932, part: title },
  {
    file: 'team-invite',
    screen: 'team-invite',
    ...PHONE,
    prepare: fillInInvitation,
    part: page => page.getByRole('dialog'),
  },
  { file: 'tasks', screen: 'tasks', ...PHONE, part: page => page.getByRole('article').first() },
  { file: 'attendance', screen: 'attendance', ...PHONE, height: 760, part: title },
  { file: 'bring-read', screen: 'bring-read', ...PHONE, height: 760 },
  { file: 'bring-result', screen: 'bring-result', ...PHONE, height: 620 },
  {
    file: 'place-code',
    screen: 'place-code',
    ...PHONE,
    prepare: async page => {
      await hidePageBehindDialog(page);
    },
    part: page => page.getByRole('dialog'),
  },
  { file: 'place-arrived', screen: 'place-arrived', ...PHONE, height: 600 },
  {
    file: 'messages',
    screen: 'messages',
    ...PHONE,
    prepare: fillInMessage,
    height: 672,
    part: title,
  },
  { file: 'door', screen: 'door', ...PHONE, height: 932, part: title },
  { file: 'admin-statistics', screen: 'admin-statistics', width: 768, height: 860 },
  { file: 'admin-users', screen: 'admin-users', ...PHONE, height: 820, part: panel },
  {
    file: 'admin-activities-pending',
    screen: 'admin-activities-pending',
    ...PHONE,
    height: 900,
    part: panel,
  },
  {
    file: 'admin-reports',
    screen: 'admin-reports',
    ...PHONE,
    // The whole case, without the bars of the app over it.
    height: 1560,
    part: page => page.getByRole('article').nth(1),
  },
  { file: 'superadmin-admins', screen: 'superadmin-admins', ...PHONE, height: 760, part: panel },
];

const APP_PHONE = { ...PHONE, height: 780, scale: 3 } as const;
const APP_DESKTOP = { width: 1280, height: 720, scale: 1.5 } as const;

/** Shown by the browser before the app is installed. manifest.webmanifest states their sizes. */
const app: readonly DocumentationImage[] = [
  { file: 'catalogue-narrow', screen: 'catalogue', ...APP_PHONE },
  { file: 'activity-narrow', screen: 'activity', ...APP_PHONE },
  { file: 'own-narrow', screen: 'tasks', ...APP_PHONE },
  { file: 'catalogue-wide', screen: 'catalogue', ...APP_DESKTOP },
  { file: 'participants-wide', screen: 'attendance', ...APP_DESKTOP },
];

const inFolder = (folder: string, pictures: readonly DocumentationImage[]): DocumentationImage[] =>
  pictures.map(picture => ({ ...picture, file: `${folder}/${picture.file}` }));

/** `npm run screenshots -- --docs` takes these. */
export const documentationImages: readonly DocumentationImage[] = [
  ...inFolder('docs/images', readme),
  ...inFolder('docs/manual/imagenes', manual),
  ...inFolder('apps/web/public/app-pictures', app),
];

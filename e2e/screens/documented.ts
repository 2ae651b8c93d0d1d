import type { Locator, Page } from '@playwright/test';

/** A picture that README or manual shows, and which part of which screen it is. */
export interface Documented {
  /** Below docs/, without its ending. */
  readonly file: string;
  /** Name of the screen, in light colours. */
  readonly screen: string;
  readonly width: 360 | 768 | 1280;
  /** What is done before, beyond the screen's own state. */
  readonly prepare?: (page: Page) => Promise<void>;
  /** So many pixels from the top of the page, or of what is named; or that alone, where there is no height. */
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
}

const readme: readonly Documented[] = [
  { file: 'images/catalogue-phone', screen: 'catalogue', ...PHONE, height: 740 },
  { file: 'images/catalogue', screen: 'catalogue', width: 1280, height: 800 },
  { file: 'images/attendance', screen: 'attendance', width: 1280, height: 800 },
  { file: 'images/admin-statistics', screen: 'admin-statistics', width: 1280, height: 900 },
];

const manual: readonly Documented[] = [
  { file: 'catalogue', screen: 'catalogue', ...PHONE, height: 820 },
  {
    file: 'confirm-dialog',
    screen: 'confirm-dialog',
    ...PHONE,
    prepare: fillInConfirmation,
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
  { file: 'tasks', screen: 'tasks', ...PHONE, part: page => page.getByRole('article').first() },
  { file: 'attendance', screen: 'attendance', ...PHONE, height: 760, part: title },
  { file: 'admin-statistics', screen: 'admin-statistics', width: 768, height: 860 },
  { file: 'admin-users', screen: 'admin-users', ...PHONE, height: 820, part: panel },
  {
    file: 'admin-activities-pending',
    screen: 'admin-activities-pending',
    ...PHONE,
    height: 900,
    part: panel,
  },
  { file: 'superadmin-admins', screen: 'superadmin-admins', ...PHONE, height: 760, part: panel },
];

/** Which screens README and manual show, and where: taken by npm run screenshots -- --docs. */
export const documented: readonly Documented[] = [
  ...readme,
  ...manual.map(picture => ({ ...picture, file: `manual/imagenes/${picture.file}` })),
];

import type { Locator, Page } from '@playwright/test';

/** A picture that README, manual or the offer to install shows, and which part of which screen it is. */
export interface Documented {
  /** Where it belongs in the repository, without its ending. */
  readonly file: string;
  /** Name of the screen, in light colours. */
  readonly screen: string;
  readonly width: 360 | 768 | 1280;
  /** Pixels of the picture for one of the page; 2 unless told. */
  readonly scale?: number;
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
  // The page frames the picture: what lies behind the dialog would be its corners.
  await page.addStyleTag({
    content: '[role=dialog] { border-radius: 0 !important } #root, .mantine-Modal-overlay { opacity: 0 }',
  });
}

const readme: readonly Documented[] = [
  { file: 'catalogue-phone', screen: 'catalogue', ...PHONE, height: 740 },
  { file: 'catalogue', screen: 'catalogue', width: 1280, height: 800 },
  { file: 'attendance', screen: 'attendance', width: 1280, height: 800 },
  { file: 'admin-statistics', screen: 'admin-statistics', width: 1280, height: 900 },
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

const A_PHONE = { ...PHONE, height: 780, scale: 3 } as const;
const A_DESK = { width: 1280, height: 720, scale: 1.5 } as const;

/** Shown by the browser before the app is installed; their sizes stand in manifest.webmanifest. */
const app: readonly Documented[] = [
  { file: 'catalogue-narrow', screen: 'catalogue', ...A_PHONE },
  { file: 'activity-narrow', screen: 'activity', ...A_PHONE },
  { file: 'own-narrow', screen: 'tasks', ...A_PHONE },
  { file: 'catalogue-wide', screen: 'catalogue', ...A_DESK },
  { file: 'participants-wide', screen: 'attendance', ...A_DESK },
];

const into = (folder: string, pictures: readonly Documented[]): Documented[] =>
  pictures.map(picture => ({ ...picture, file: `${folder}/${picture.file}` }));

/** Which screens are shown elsewhere, and where: taken by npm run screenshots -- --docs. */
export const documented: readonly Documented[] = [
  ...into('docs/images', readme),
  ...into('docs/manual/imagenes', manual),
  ...into('apps/web/public/app-pictures', app),
];

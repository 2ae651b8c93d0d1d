import { defineConfig } from '@playwright/test';
import { FAKE_CAMERA } from './qr-video.ts';
import { DESK, PHONE } from './windows.ts';

/** See whole-chromium.ts for the tests that need more than the shell. */
const executablePath = process.env.HEADLESS_SHELL_PATH ?? process.env.CHROMIUM_PATH;

/**
 * Journeys of one width, that of their usual viewer: of the main one, journey.spec.ts is the phone's and keyboard.spec.ts the desk's.
 * The public pages run at both, and every-screen.spec.ts visits the screens at either width in turn.
 */
const AT_A_DESK = [
  ...[
    'admin-panel',
    'administration',
    'collectives',
    'hours',
    'memory',
    'participants',
    'profile',
    'programs',
  ],
  ...['legal', 'reports', 'series', 'system', 'trust'],
];
const ON_A_PHONE = [
  ...[
    'activities',
    'attendance',
    'codes',
    'contact',
    'door',
    'door-camera',
    'door-keeper',
    'drafts',
    'federation',
    'feedback',
    'goals',
    'journey',
    'messages',
    'needs',
    'notifications',
    'own-data',
  ],
  ...[
    'map',
    'notifications-bell',
    'passkeys',
    'places',
    'push',
    'reconfirm',
    'search',
    'second-factor',
    'unsent',
  ],
];

/** Matches tests of these files, apart from those of any width. */
const inFiles = (names: readonly string[]) =>
  new RegExp(`\\b(?<!-)(${names.join('|')})\\.spec(?!.*@any-width)`);

/** The built product on an empty database, one per worker (fixtures.ts). Retries would hide faults. */
export default defineConfig({
  testDir: '.',
  outputDir: './test-results',
  globalSetup: './database-setup.ts',
  fullyParallel: false,
  // A third uses the two cores while another waits: for the poll of a queue, a debounce, a shown toast.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Patience for slow machines: a test that passes does not wait for it.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    locale: process.env.TRANSLATED ? 'en-US' : 'es-CO',
    timezoneId: 'America/Bogota',
    // Axe checks contrast, which is undefined while a dialog fades in.
    contextOptions: { reducedMotion: 'reduce' },
    // `page.route` does not see requests that a service worker handles. offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Screenshots and DOM snapshots of every step take a sixth of the time; `--trace on` records them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Without a UTF-8 locale Chromium names a file with an accent in its name 'download'.
      env: { LANG: 'C.UTF-8', ...process.env },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // For every worker: other arguments for one file would start a worker for it.
        ...FAKE_CAMERA,
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: PHONE,
      grepInvert: [/@any-width/, inFiles(AT_A_DESK)],
    },
    {
      name: 'desktop',
      use: DESK,
      grepInvert: [/@phone/, inFiles(ON_A_PHONE)],
    },
  ],
});

import { defineConfig } from '@playwright/test';

const executablePath = process.env.CHROMIUM_PATH;

/** The built product on an empty data folder, one per worker (see fixtures.ts). No retries: they hide faults. */
export default defineConfig({
  testDir: '.',
  outputDir: './test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? [['list'], ['json']] : 'list',
  use: {
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    // Axe judges colours: a dialog caught half way through its fade has none of its own.
    contextOptions: { reducedMotion: 'reduce' },
    // Tests that hold calls back at the network's edge would not see those of the worker; offline.spec.ts lets it run.
    serviceWorkers: 'block',
    // Calls and what the network said: pictures and documents of every step take a sixth of the time (`--trace on` has them).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...(executablePath && { executablePath }),
      // Where none is set, Chromium calls each file with an accent in its name 'download'.
      env: { LANG: 'C.UTF-8', ...process.env },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
      grepInvert: /@any-width/,
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } }, grepInvert: /@phone/ },
  ],
});

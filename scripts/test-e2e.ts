// npm run test:e2e: builds the product if its sources changed, finds or installs Chromium and its headless shell, runs the browser tests.
import { build } from './build.ts';
import { findOrInstallChromium, findOrInstallHeadlessShell } from './chromium.ts';
import { run } from './run.ts';

if (!(await build())) process.exit(1);
const [chromium, shell] = [await findOrInstallChromium(), await findOrInstallHeadlessShell()];
process.exitCode = await run(
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  {
    ...(chromium && { CHROMIUM_PATH: chromium }),
    ...(shell && { HEADLESS_SHELL_PATH: shell }),
  },
);

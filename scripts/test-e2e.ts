// npm run test:e2e: builds the product if its sources changed, finds or installs a browser, runs the browser tests.
import { build } from './build.ts';
import { findOrInstallHeadlessShell } from './chromium.ts';
import { run } from './run.ts';

if (!(await build())) process.exit(1);
const chromium = await findOrInstallHeadlessShell();
process.exitCode = await run(
  'playwright',
  ['test', '--config', 'tests/e2e/playwright.config.ts', ...process.argv.slice(2)],
  {
    ...(chromium && { CHROMIUM_PATH: chromium }),
  },
);

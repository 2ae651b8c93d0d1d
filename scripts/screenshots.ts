// npm run screenshots: builds what is not built, finds or installs Chromium, takes the pictures of every screen (tests/e2e/screens).
// Narrower: npm run screenshots -- --only tasks --width 360 --scheme dark. Those of README, manual and manifest: -- --docs.
import { build } from './build.ts';
import { findOrInstallChromium } from './chromium.ts';
import { run } from './run.ts';

if (!(await build())) process.exit(1);
const chromium = await findOrInstallChromium();
process.exitCode = await run('node', ['tests/e2e/screens/take.ts', ...process.argv.slice(2)], {
  ...(chromium && { CHROMIUM_PATH: chromium }),
});

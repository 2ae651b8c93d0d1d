// npm run screenshots: takes screenshots of every screen in its states (tests/e2e/screens). A selection: npm run screenshots --
// --only tasks,map --width 360 --scheme dark. Those of README, manual and manifest: -- --docs.
import { build } from './build.ts';
import { findOrInstallChromium } from './chromium.ts';
import { run } from './run.ts';

if (!(await build())) process.exit(1);
const chromium = await findOrInstallChromium();
process.exitCode = await run('node', ['tests/e2e/screens/screenshots.ts', ...process.argv.slice(2)], {
  ...(chromium && { CHROMIUM_PATH: chromium }),
});

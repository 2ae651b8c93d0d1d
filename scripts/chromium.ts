import { existsSync } from 'node:fs';
import { run } from './run.ts';

const KNOWN_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Finds Chromium or installs it: as root on Debian the distribution's package, otherwise Playwright's download. Returns the path of
 * the executable, or null for Playwright's own.
 */
export async function findOrInstallChromium(): Promise<string | null> {
  const found = process.env.CHROMIUM_PATH ?? KNOWN_PATHS.find(existsSync);
  if (found !== undefined) return found;
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (isDebianRoot) {
    console.log('Chromium no está: se instala el paquete de Debian.');
    await run('apt-get', ['update', '-q']);
    const code = await run('apt-get', ['install', '-y', '-q', 'chromium'], {
      DEBIAN_FRONTEND: 'noninteractive',
    });
    if (code === 0 && existsSync('/usr/bin/chromium')) return '/usr/bin/chromium';
  }
  console.log('Chromium no está: se descarga el de Playwright.');
  const code = await run('playwright', ['install', 'chromium']);
  if (code !== 0) throw new Error('Chromium could not be installed; set CHROMIUM_PATH to an installed one');
  return null;
}

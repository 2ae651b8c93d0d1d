import { existsSync } from 'node:fs';
import { run } from './run.ts';

const KNOWN_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const isDebianRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');

/**
 * Finds Chromium or installs it: as root on Debian the distribution's package, otherwise Playwright's download. Returns the path of
 * the executable, or null for Playwright's own.
 */
export async function findOrInstallChromium(): Promise<string | null> {
  const found = process.env.CHROMIUM_PATH ?? KNOWN_PATHS.find(existsSync);
  if (found !== undefined) return found;
  if (isDebianRoot() && (await installPackage('chromium'))) return '/usr/bin/chromium';
  console.log('Chromium no está: se descarga el de Playwright.');
  const code = await run('playwright', ['install', 'chromium']);
  if (code !== 0) throw new Error('Chromium could not be installed; set CHROMIUM_PATH to an installed one');
  return null;
}

/**
 * Finds or installs Chromium's headless shell, which needs two thirds of the CPU time and lacks notifications. Null: Playwright's
 * own, or none.
 */
export async function findOrInstallHeadlessShell(): Promise<string | null> {
  const path = '/usr/bin/chromium-headless-shell';
  if (existsSync(path)) return path;
  return isDebianRoot() && (await installPackage('chromium-headless-shell')) ? path : null;
}

/** Installs a package of Debian that contains `/usr/bin/<name>`. */
async function installPackage(name: string): Promise<boolean> {
  console.log(`Se instala el paquete ${name} de Debian.`);
  await run('apt-get', ['update', '-q']);
  const code = await run('apt-get', ['install', '-y', '-q', name], { DEBIAN_FRONTEND: 'noninteractive' });
  return code === 0 && existsSync(`/usr/bin/${name}`);
}

// What npm run screenshots runs once the product is built.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { everyScreen } from './every-screen.ts';
import { takeDocumented } from './take-documented.ts';
import { type Look, takePictures } from './take-pictures.ts';
import { buildWorld } from './world.ts';

const folderOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const SCREENSHOTS = folderOf('screenshots');
const ROOT = folderOf('');

const { values: asked } = parseArgs({
  options: {
    /** Screens with this in their name. */
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    /** Those of README, manual and manifest, in their places. */
    docs: { type: 'boolean', default: false },
  },
});

const ways: readonly Look[] = [360, 768, 1280].flatMap(width =>
  (['light', 'dark'] as const).map(scheme => ({ width, scheme, zoom: 1 as const })),
);
const looks = [...ways, { width: 1280, scheme: 'light', zoom: 2 } as const].filter(
  ({ width, scheme }) =>
    (asked.width ?? String(width)) === String(width) && (asked.scheme ?? scheme) === scheme,
);
const screens = everyScreen.filter(({ name }) => name.includes(asked.only));

const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const world = await buildWorld();
try {
  process.exitCode = asked.docs ? await document() : await takeAll();
} finally {
  await browser.close();
  await world.stop();
}

async function document(): Promise<number> {
  const count = await takeDocumented(browser, world, ROOT);
  process.stdout.write(`${count} imágenes en sus lugares\n`);
  return 0;
}

async function takeAll(): Promise<number> {
  const missed: string[] = [];
  let count = 0;
  for (const look of looks) {
    const name = `${look.width}${look.zoom === 2 ? '-200' : ''}-${look.scheme}`;
    const taken = await takePictures(browser, world, screens, look, join(SCREENSHOTS, name));
    missed.push(...taken.missed.map(text => `${name}/${text}`));
    count += taken.count;
  }
  for (const text of missed) process.stderr.write(`No se pudo: ${text}\n`);
  process.stdout.write(`${count} imágenes en ${SCREENSHOTS}\n`);
  return missed.length === 0 ? 0 : 1;
}

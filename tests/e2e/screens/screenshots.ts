// Run by `npm run screenshots` after the build.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { everyScreen } from './every-screen.ts';
import { takePostersPicture } from './posters-picture.ts';
import { buildSiteFixture } from './site-fixture.ts';
import { takeDocumentationImages } from './take-documentation-images.ts';
import { takeScreenshots, type Variant } from './take-screenshots.ts';

const folderOf = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const SCREENSHOTS = folderOf('screenshots');
const ROOT = folderOf('');

const { values: options } = parseArgs({
  options: {
    /** Selects screens by a part of their name. */
    only: { type: 'string', default: '' },
    width: { type: 'string' },
    scheme: { type: 'string' },
    /** Takes the images of README, manual and manifest instead. */
    docs: { type: 'boolean', default: false },
  },
});

const allVariants: readonly Variant[] = [360, 768, 1280].flatMap(width =>
  (['light', 'dark'] as const).map(scheme => ({ width, scheme, zoom: 1 as const })),
);
const variants = [...allVariants, { width: 1280, scheme: 'light', zoom: 2 } as const].filter(
  ({ width, scheme }) =>
    (options.width ?? String(width)) === String(width) && (options.scheme ?? scheme) === scheme,
);
const screens = everyScreen.filter(({ name }) => options.only.split(',').some(part => name.includes(part)));

const executablePath = process.env.CHROMIUM_PATH;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const site = await buildSiteFixture();
try {
  process.exitCode = options.docs ? await takeDocumentation() : await takeAll();
} finally {
  await browser.close();
  await site.stop();
}

async function takeDocumentation(): Promise<number> {
  const count = await takeDocumentationImages(browser, site, ROOT);
  await takePostersPicture(join(ROOT, 'docs/manual/imagenes/posters.webp'));
  process.stdout.write(`${count + 1} imágenes en sus lugares\n`);
  return 0;
}

async function takeAll(): Promise<number> {
  const failures: string[] = [];
  let count = 0;
  for (const variant of variants) {
    const name = `${variant.width}${variant.zoom === 2 ? '-200' : ''}-${variant.scheme}`;
    const taken = await takeScreenshots(browser, site, screens, variant, join(SCREENSHOTS, name));
    failures.push(...taken.failures.map(text => `${name}/${text}`));
    count += taken.count;
  }
  for (const text of failures) process.stderr.write(`No se pudo: ${text}\n`);
  process.stdout.write(`${count} imágenes en ${SCREENSHOTS}\n`);
  return failures.length === 0 ? 0 : 1;
}

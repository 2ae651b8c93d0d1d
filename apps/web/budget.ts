import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Manifest } from 'vite';
import { addressOf, filesOf, screenOf } from './documents.ts';

/** Bytes of JavaScript, gzipped. */
const FIRST_SIGNED_IN_MAX = { '/welcome': 163_500, '/tasks': 176_000 };

/** Bytes that a visitor who only reads loads besides the page's own content and pictures: its document, style sheet and fonts. */
const READING_MAX = 130_000;
const READING = ['actividad.html', 'actividades.html'];
const READ_FILE = /\/(assets\/[\w.-]+\.(?:css|woff2))/g;

/**
 * The gzipped bytes of JavaScript that each screen loads until it is shown, without dialogs and the live connection's client.
 * Throws if a first screen after signing in exceeds its budget.
 */
export async function checkBudget(folder: string, manifest: Manifest): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of Object.keys(manifest)) {
    const route = screenOf(name);
    if (route === undefined) continue;
    const files = filesOf(manifest, [...layoutsOf(route, manifest), name]);
    const size = await weigh(folder, files);
    // A layout has the address of its first screen.
    sizes.set(addressOf(route), Math.max(size, sizes.get(addressOf(route)) ?? 0));
  }
  for (const [address, max] of Object.entries(FIRST_SIGNED_IN_MAX)) {
    const size = sizes.get(address);
    if (size === undefined) throw new Error(`the build has no ${address}`);
    if (size <= max) continue;
    throw new Error(`${address} loads ${size} bytes of JavaScript, gzipped; its budget is ${max}`);
  }
  return sizes;
}

/** Throws, with the bytes of every file, if reading an activity or the agenda for the first time exceeds its budget. */
export async function checkReadingBudget(folder: string): Promise<void> {
  for (const document of READING) {
    const html = await readFile(join(folder, document), 'utf8');
    const files = new Set([document, ...[...html.matchAll(READ_FILE)].map(([, file = '']) => file)]);
    const sizes = await Promise.all(
      [...files].map(async file => ({ file, size: await transferredBytes(join(folder, file)) })),
    );
    const total = sizes.reduce((sum, { size }) => sum + size, 0);
    if (total <= READING_MAX) continue;
    const list = sizes.map(({ file, size }) => `${file} ${size}`).join(', ');
    throw new Error(`${document} loads ${total} bytes to be read; its budget is ${READING_MAX}: ${list}`);
  }
}

/** The layouts that contain a route. */
const layoutsOf = (route: string, manifest: Manifest): string[] =>
  route
    .split(/[/.]/)
    .map((_, count, parts) => `src/app/routes/${parts.slice(0, count).join('/')}.tsx?tsr-split=component`)
    .filter(name => name in manifest);

/** The gzipped bytes of the scripts among these files. */
export async function weigh(folder: string, files: Iterable<string>): Promise<number> {
  const scripts = [...files].filter(file => file.endsWith('.js'));
  const sizes = await Promise.all(scripts.map(file => transferredBytes(join(folder, file))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The bytes of a file as it is sent: fonts as they are, others gzipped. */
async function transferredBytes(file: string): Promise<number> {
  const content = await readFile(file);
  return (file.endsWith('.woff2') ? content : await promisify(gzip)(content)).length;
}

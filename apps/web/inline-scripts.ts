import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';

/** A parser-blocking script of public/. */
const BLOCKING = /<script src="\/([\w-]+\.js)"><\/script>/g;

/**
 * Inlines parser-blocking scripts into the documents: they run before anything can be pressed, and need no request. The
 * server's content security policy allows them by their hash.
 */
export async function inlineScripts(folder: string): Promise<void> {
  const inlined = new Set<string>();
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter(file => file.endsWith('.html'))) {
    const document = join(folder, name);
    let html = await readFile(document, 'utf8');
    for (const [tag, script = ''] of [...html.matchAll(BLOCKING)]) {
      const code = await minified(join(folder, script));
      html = html.replace(tag, () => `<script>${code}</script>`);
      inlined.add(script);
    }
    await writeFile(document, html);
  }
  for (const script of inlined) await rm(join(folder, script));
}

async function minified(file: string): Promise<string> {
  const { code, errors } = minifySync(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // Either would end the inline script.
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} cannot be inlined`);
  return code.trim();
}

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minifySync } from 'vite';

/** A script of public/ that the parser would wait for. */
const WAITED_FOR = /<script src="\/([\w-]+\.js)"><\/script>/g;

/**
 * Puts what a document would wait for into the document: it is there before anything that can be pressed, and on a slow
 * line nobody waits for another answer. The server's content policy knows such scripts by their hash.
 */
export async function inlineScripts(folder: string): Promise<void> {
  const inlined = new Set<string>();
  const files = await readdir(folder, { recursive: true });
  for (const name of files.filter(file => file.endsWith('.html'))) {
    const document = join(folder, name);
    let html = await readFile(document, 'utf8');
    for (const [tag, script = ''] of [...html.matchAll(WAITED_FOR)]) {
      const code = await shortened(join(folder, script));
      html = html.replace(tag, () => `<script>${code}</script>`);
      inlined.add(script);
    }
    await writeFile(document, html);
  }
  for (const script of inlined) await rm(join(folder, script));
}

async function shortened(file: string): Promise<string> {
  const { code, errors } = minifySync(file, await readFile(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  // Written in a document it would end the script.
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} cannot stand in a document`);
  return code.trim();
}

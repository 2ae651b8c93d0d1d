import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const INLINE = /<script>([\s\S]*?)<\/script>/g;

/** The CSP hashes of the inline scripts in the documents of the built web app. */
export async function inlineScripts(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const documents = await Promise.all(
    names.filter(name => name.endsWith('.html')).map(name => readFile(join(folder, name), 'utf8')),
  );
  return [...new Set(documents.flatMap(hashesIn))];
}

/** The CSP hashes of the inline scripts of one document. */
export const hashesIn = (html: string): string[] =>
  [...html.matchAll(INLINE)].map(([, script = '']) => hashOf(script));

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

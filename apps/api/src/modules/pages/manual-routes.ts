import { readdir } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { escapeMarkup } from '../../platform/escape-markup.ts';
import { sendWithEtag } from '../../platform/http/send-with-etag.ts';
import type { Platform } from '../../platform/platform.ts';
import { HTML_TYPE, readShell, withSourceLink } from './shell.ts';

const DOCUMENT = /^(ayuda(?:\/[\w-]+)?)\.html$/;

/** Serves the manual, built by apps/web/manual.ts: static for the life of the process. Returns its paths. */
export async function manualRoutes(
  app: FastifyInstance,
  { publicUrl, settings }: Platform,
  folder: string,
): Promise<string[]> {
  const paths = await manualPaths(folder);
  for (const path of paths) {
    const document = await readShell(folder, `${path}.html`, settings);
    const url = escapeMarkup(publicUrl + path);
    const tags = [`<link rel="canonical" href="${url}">`, `<meta property="og:url" content="${url}">`];
    const body = withSourceLink(document({ tags }), settings);
    app.get(path, (request, reply) => sendWithEtag(request, reply, { type: HTML_TYPE, body, seconds: 0 }));
  }
  return paths;
}

/** '/ayuda', '/ayuda/asistir', … */
async function manualPaths(folder: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true });
  return files
    .map(file => DOCUMENT.exec(file)?.[1])
    .filter(path => path !== undefined)
    .map(path => `/${path}`)
    .sort();
}

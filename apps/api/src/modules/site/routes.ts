import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { idParam } from '@minga/contract/endpoint';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { notFound, Refusal } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { publicActivity } from '../activities/service.ts';
import { activityHead, escapeHtml } from './activity-head.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const HASHED = /\/assets\//;
/** Where apps/web/index.html lets the server add tags. */
const HEAD_MARK = '<!--head-->';

/** The app's screens; each is the same HTML, and the rest are files or not found. */
const SCREENS = [
  '/login',
  '/register',
  '/verify-email',
  '/reset-password',
  '/confirm-email',
  '/profile',
  '/adios',
  '/welcome',
  '/tasks',
  '/tasks/*',
  '/add-task',
  '/actividades',
];

/** The built web app from `folder`: landing page, screens, files with a year's cache where their name has a hash. */
export async function siteRoutes(app: FastifyInstance, platform: Platform, folder: string): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) throw new Error('the web app is not built: run npm run build');
  const [shell, landing] = await Promise.all(
    ['index.html', 'landing.html'].map(name => readFile(join(folder, name), 'utf8')),
  );
  // The browser writes dates in the site's time zone, wherever its owner is.
  const zone = `<meta name="minga:time-zone" content="${escapeHtml(platform.settings.timeZone)}">`;
  const screen = (shell ?? '').replace(HEAD_MARK, `${zone}\n    ${HEAD_MARK}`);
  const html = (reply: FastifyReply, page: string, status = 200) =>
    reply.status(status).type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);

  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    globIgnore: ['**/*.html'],
    preCompressed: false,
    setHeaders: (reply, path) => {
      const isHashed = HASHED.test(path);
      reply.header('cache-control', isHashed ? `public, max-age=${YEAR_MS / 1000}, immutable` : 'no-cache');
    },
  });
  app.get('/', (_request, reply) => html(reply, landing ?? ''));
  for (const path of SCREENS) app.get(path, (_request, reply) => html(reply, screen));
  app.setNotFoundHandler((request, reply) => {
    const isProgram = request.url.startsWith('/api/') || request.method !== 'GET';
    if (isProgram) throw notFound('No existe esta dirección');
    return html(reply, screen, 404);
  });
  app.get('/actividades/:id', async (request, reply) => {
    const page = await activityPage(platform, screen, request.params);
    return html(reply, page ?? screen, page === null ? 404 : 200);
  });
}

/** The app's HTML with an activity's title and metadata; null when there is none that everybody may see. */
async function activityPage(platform: Platform, shell: string, params: unknown): Promise<string | null> {
  const parsed = idParam.safeParse(params);
  if (!parsed.success) return null;
  try {
    const activity = await publicActivity(platform, parsed.data.id);
    return withHead(shell, activityHead(activity, platform.publicUrl, platform.settings.timeZone));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

// Replacements as functions: '$&' in a title is text, not a pattern.
const withHead = (shell: string, head: ReturnType<typeof activityHead>): string =>
  shell
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(head.title)}</title>`)
    .replace(
      /(<meta name="description" content=")[^"]*/,
      (_match, start) => start + escapeHtml(head.description),
    )
    .replace(HEAD_MARK, () => head.tags);

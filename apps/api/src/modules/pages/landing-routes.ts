import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendCacheable } from '../../platform/http/cached-response.ts';
import type { Platform } from '../../platform/platform.ts';
import { landingHead } from './landing-head.ts';
import { landingReader } from './landing-service.ts';
import { HTML_TYPE } from './shell.ts';
import { loadLandingRenderer } from './ssr-renderer.ts';

const PATH = '/';
/** The landing page for members too: the manual links to it. */
const FOR_EVERYBODY = '/?ver=portada';
/** A member's first screen. */
const OWN_ACTIVITIES = '/tasks';

/**
 * The landing page: the same for every visitor, cached until public data changes. A member's browser that opens the site is sent to
 * the member's own activities. Programs, which do not accept HTML, get the page.
 */
export async function landingRoutes(
  app: FastifyInstance,
  platform: Platform,
  { folder, isMember }: { folder: string; isMember: (request: FastifyRequest) => Promise<boolean> },
): Promise<void> {
  const { timeZone } = platform.settings;
  const { renderLanding } = await loadLandingRenderer(folder);
  const template = await readFile(join(folder, 'landing.html'), 'utf8');
  const document = template.replace('<!--head-->', () => landingHead(platform));
  const read = landingReader(platform);

  app.get(PATH, async (request, reply) => {
    const isOpening = acceptsHtml(request) && !request.url.startsWith(FOR_EVERYBODY);
    if (isOpening && (await isMember(request)))
      return reply.headers({ 'cache-control': 'no-store', vary: 'cookie' }).redirect(OWN_ACTIVITIES);
    return sendCacheable(
      request,
      reply,
      async () => {
        const page = renderLanding(await read(), timeZone);
        // A function, because '$&' in a replacement string is special.
        return { body: document.replace('<!--page-->', () => page), type: HTML_TYPE };
      },
      // Whatever query string a shared link has.
      PATH,
    );
  });
}

/** Whether a browser opens the page. The service worker's own fetches drop `Sec-Fetch-Mode: navigate`, and keep this header. */
const acceptsHtml = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false;

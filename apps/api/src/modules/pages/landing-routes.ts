import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sendCacheable } from '../../platform/http/cached-response.ts';
import type { Platform } from '../../platform/platform.ts';
import { landingHead } from './landing-head.ts';
import { landingReader } from './landing-service.ts';
import { HTML_TYPE } from './shell.ts';
import { loadLandingRenderer } from './ssr-renderer.ts';

const PATH = '/';

/** The landing page: the same for every viewer, cached until public data changes. */
export async function landingRoutes(app: FastifyInstance, platform: Platform, folder: string): Promise<void> {
  const { timeZone } = platform.settings;
  const { renderLanding } = await loadLandingRenderer(folder);
  const template = await readFile(join(folder, 'landing.html'), 'utf8');
  const document = template.replace('<!--head-->', () => landingHead(platform));
  const read = landingReader(platform);

  app.get(PATH, async (request, reply) =>
    sendCacheable(
      request,
      reply,
      async () => {
        const page = renderLanding(await read(), timeZone);
        // A function, because '$&' in a replacement string is special.
        return { body: document.replace('<!--page-->', () => page), type: HTML_TYPE };
      },
      // Whatever query string a shared link has.
      PATH,
    ),
  );
}

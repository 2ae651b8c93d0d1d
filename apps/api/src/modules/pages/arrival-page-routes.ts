import { ARRIVAL_PATH, isArrivalCode } from '@minga/contract/arrival-code';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { HTML_TYPE, NO_INDEX, type Shell } from './shell.ts';

const params = z.object({ code: z.string().refine(isArrivalCode) });

/**
 * The page of a person's QR code. Its address is a secret: the page is the same for every code, no cache stores it, and search engines
 * do not index it. robots.txt does not name it, since a crawler that may not read a page does not learn that.
 */
export function arrivalPageRoutes(app: FastifyInstance, shell: Shell): void {
  const page = shell({ title: 'Código de llegada · Minga', tags: [NO_INDEX] });
  app.get(`${ARRIVAL_PATH}/:code`, (request, reply) =>
    reply
      .status(params.safeParse(request.params).success ? 200 : 404)
      .type(HTML_TYPE)
      .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      .send(page),
  );
}

import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { readMultipart } from '../../platform/http/multipart.ts';
import type { Platform } from '../../platform/platform.ts';
import { UNSUBSCRIBE_PATH } from './delivery-service.ts';
import { unsubscribe } from './unsubscribe-service.ts';

const oneClick = z.object({
  query: z.object({ token: z.string() }),
  body: z.object({ 'List-Unsubscribe': z.literal('One-Click') }),
});

/**
 * One-click unsubscribing by mail programs (RFC 8058): a form of either type, from any origin, without a session, and only by
 * POST, since scanners follow links. The web app's page at the same path asks for confirmation.
 */
export async function oneClickRoutes(server: FastifyInstance, platform: Platform): Promise<void> {
  await server.register(async scope => {
    await scope.register(formbody);
    const options = { config: { isForAll: true }, schema: { hide: true }, preHandler: readForm };
    scope.post(UNSUBSCRIBE_PATH, options, async (request, reply) => {
      const { data } = oneClick.safeParse(request);
      if (data === undefined) throw invalid(['El enlace no está completo']);
      await unsubscribe(platform, data.query.token);
      return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Listo.');
    });
  });
}

async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.isMultipart()) await readMultipart(request, reply, {});
}

import type { FastifyInstance } from 'fastify';
import type { Platform } from '../../platform/platform.ts';
import { receive } from './inbox-service.ts';
import { callsByAddress } from './limits.ts';
import { INBOX_PATH } from './rules.ts';

const BODY_MAX = 256 * 1024;
const TYPES = ['application/activity+json', 'application/ld+json', 'application/json'];

/** The route to which other servers post (docs/rules.md R27.8). It does not exist without federation. */
export function inboxRoutes(app: FastifyInstance, platform: Platform): void {
  if (!platform.settings.isFederating) return;
  app.register(async inbox => {
    // The digest is of the bytes, which must therefore be read as they are.
    inbox.removeAllContentTypeParsers();
    inbox.addContentTypeParser(TYPES, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
    inbox.post<{ Body: Buffer }>(
      INBOX_PATH,
      {
        ...{ bodyLimit: BODY_MAX, config: { isForAll: true }, schema: { hide: true } },
        preParsing: async request => platform.limits.count(callsByAddress, request.ip),
      },
      async ({ url: target, headers, body, ip: address }, reply) => {
        await receive(platform, { target, headers, body: body ?? Buffer.alloc(0), address });
        return reply.status(202).send();
      },
    );
  });
}

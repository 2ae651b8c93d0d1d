import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Images } from './images.ts';
import { IMAGES_PATH } from './picture.ts';

const params = z.object({ id: z.uuid(), file: z.string().regex(/^([1-9]\d{0,3}\.(webp|avif)|og\.jpg)$/) });

/** The viewers of an image: all of them, only the one of the request, or none. */
export type Audience = 'public' | 'viewer' | 'none';

/**
 * Serves image files to the viewers that `audienceOf` allows. The content of a file name never changes, so browsers cache public images
 * indefinitely; shared caches do not store them, since an image may be hidden later.
 */
export function imageRoutes(
  app: FastifyInstance,
  images: Images,
  audienceOf: (imageId: string, request: FastifyRequest) => Promise<Audience>,
): void {
  app.get(`${IMAGES_PATH}/:id/:file`, { schema: { hide: true } }, async (request, reply) => {
    const parsed = params.safeParse(request.params);
    if (!parsed.success) return reply.callNotFound();
    const { id, file } = parsed.data;
    const audience = await audienceOf(id, request);
    const stored = audience === 'none' ? null : await images.read(id, file);
    if (stored === null) return reply.callNotFound();
    const etag = `"${id}-${file}"`;
    setHeaders(reply, file, etag);
    reply.header(
      'cache-control',
      audience === 'public' ? 'private, max-age=31536000, immutable' : 'private, no-cache',
    );
    if (request.headers['if-none-match']?.includes(etag) === true) return reply.code(304).send();
    return reply.header('content-length', stored.length).send(await stored.open());
  });
}

const types: Record<string, string> = { jpg: 'image/jpeg', webp: 'image/webp', avif: 'image/avif' };

function setHeaders(reply: FastifyReply, file: string, etag: string): void {
  reply
    .type(types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    // Link previews on other sites may embed images.
    .header('cross-origin-resource-policy', 'cross-origin');
}

import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const PATH = '/api/docs';

// Scalar's own page starts it from an inline script, which our content policy forbids: ours starts it from a file.
const page = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Referencia de la API · Minga</title>
  </head>
  <body>
    <div id="app"></div>
    <script src="js/scalar.js"></script>
    <script src="start.js"></script>
  </body>
</html>`;
const start = `Scalar.createApiReference('#app', {
  url: './openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
});`;

/** OpenAPI 3.1, made from the contract: for people at `/api/docs`, for programs at `/api/docs/openapi.json`. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Minga',
        version: '1',
        description:
          'Actividades solidarias: publicar, encontrar, asistir. Los errores son {message, code}; las listas llevan su total en X-Total-Count.',
      },
      servers: [{ url: '/api' }],
    },
    transform: jsonSchemaTransform,
    stripBasePath: true,
    hideUntagged: true,
  });
  await app.register(reference, { routePrefix: PATH, hooks: { onRequest: answerWithOwnPage } });
  app.get(`${PATH}/start.js`, { schema: { hide: true } }, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(start),
  );
}

async function answerWithOwnPage(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.url.split('?')[0] === `${PATH}/`) await reply.type('text/html; charset=utf-8').send(page);
}

import swagger from '@fastify/swagger';
import fastify, { type FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

const PATH = '/api/docs';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

// Scalar's own page uses an inline script, which our content security policy blocks; this one loads a file.
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

/** OpenAPI 3.1 generated from the contract: the viewer at `/api/docs`, the document at `/api/docs/openapi.json`. */
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
  const hidden = { schema: { hide: true } };
  app.get(PATH, hidden, (_request, reply) => reply.redirect(`${PATH}/`));
  app.get(`${PATH}/`, hidden, (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
  app.get(`${PATH}/openapi.json`, hidden, () => app.swagger());
  app.get(`${PATH}/start.js`, hidden, (_request, reply) => reply.type(JAVASCRIPT).send(start));
  let viewer: Promise<Buffer> | null = null;
  app.get(`${PATH}/js/scalar.js`, hidden, async (_request, reply) => {
    viewer ??= loadViewer().catch(error => {
      // The next request tries again.
      viewer = null;
      throw error;
    });
    return reply.type(JAVASCRIPT).send(await viewer);
  });
}

/** Scalar's script, available only from its plugin; loaded on first use, since it takes 20 MB of memory. */
async function loadViewer(): Promise<Buffer> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const host = fastify();
  await host.register(reference, { routePrefix: PATH, configuration: { content: {} } });
  const { rawPayload, statusCode } = await host.inject(`${PATH}/js/scalar.js`);
  await host.close();
  if (statusCode !== 200) throw new Error(`Scalar's script came with ${statusCode}`);
  return rawPayload;
}

import swagger from '@fastify/swagger';
import reference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** OpenAPI 3.1, made from the contract: for people at `/api/docs`, for programs at `/api/docs/openapi.json`. */
export async function serveReference(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: 'Minga',
        version: '1',
        description: 'Actividades solidarias: publicar, encontrar, asistir. Los errores son {message, code}.',
      },
      servers: [{ url: '/api' }],
    },
    transform: jsonSchemaTransform,
    stripBasePath: true,
    hideUntagged: true,
  });
  await app.register(reference, {
    routePrefix: '/api/docs',
    configuration: { withDefaultFonts: false, telemetry: false, agent: { disabled: true } },
  });
}

import { setImmediate } from 'node:timers/promises';
import swagger from '@fastify/swagger';
import { shadesOf } from '@minga/contract/site-colour';
import { SITE_NAME } from '@minga/contract/site-words';
import { PING, webhookEvents } from '@minga/contract/webhooks';
import type { FastifyInstance } from 'fastify';
import {
  completedDocument,
  SESSION_SCHEME,
  TOKEN_SCHEME,
  transform,
  transformObject,
  webhookDescriptions,
} from './openapi.ts';
import { crossOrigin } from './origin.ts';

const DESCRIPTION = `Actividades solidarias: publicar, encontrar, asistir. Los errores son {message, code}; las listas llevan su total en X-Total-Count.

## Con un token

Los programas entran con un token de API, que se crea en el perfil («Tokens de API»). Actúa como la cuenta, salvo en \`/auth/*\` y en la administración (403); con el alcance \`read\` solo se hacen peticiones GET que no cambian nada. Admite 600 peticiones por minuto (429 con \`Retry-After\`). Si una petición lleva cookie y token, decide el token.

\`\`\`sh
# Mis actividades
curl -H "Authorization: Bearer $MINGA_TOKEN" ORIGIN/api/tasks

# Publicar una actividad (alcance write)
curl -X POST -H "Authorization: Bearer $MINGA_TOKEN" -H "Content-Type: application/json" \\
  -d '{"title": "Siembra de árboles", "date": "2030-12-20T14:00:00.000Z"}' ORIGIN/api/tasks
\`\`\`

## Webhooks

Un colectivo puede recibir sus eventos en una dirección https: cada uno llega con POST y el cuerpo \`{ id, event, createdAt, data }\`. Los eventos son \`activity.published\`, \`activity.updated\` y \`activity.cancelled\` con \`data: { activity, url }\`, como la ve quien no ha entrado; \`attendance.confirmed\` y \`attendance.cancelled\` con \`data: { activityId, places }\`, sin nombres ni datos de contacto, y \`ping\` con \`data: {}\`. El orden no está garantizado, y un evento puede llegar dos veces: siempre con el mismo \`id\`. Se responde con 2xx en menos de 10 segundos; si no, se reintenta durante un día. No se siguen redirecciones.

La cabecera \`Minga-Signature: t=<segundos>,v1=<hex>\` lleva el HMAC-SHA256 de \`t.cuerpo\` con el secreto del webhook:

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto';

function isFromMinga(header, body, secret) {
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!t || Math.abs(Date.now() / 1000 - t) > 300) return false;
  const expected = createHmac('sha256', secret).update(\`\${t}.\${body}\`).digest();
  return timingSafeEqual(expected, Buffer.from(v1, 'hex'));
}
\`\`\``;

const PATH = '/api/docs';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

/** The place of the style with the site's colour. */
const ACCENT = '<!--accent-->';

// Scalar's own page uses an inline script, which our content security policy blocks; this one loads a file.
const page = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Referencia de la API · ${SITE_NAME}</title>
    ${ACCENT}
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

/**
 * Serves the API reference: the viewer at `/api/docs`, and at `/api/docs/openapi.json` the OpenAPI 3.1 document that is generated from
 * the contract. `readViewer` reads the viewer's script.
 */
export async function serveReference(
  app: FastifyInstance,
  publicUrl: string,
  readViewer: () => Promise<Buffer>,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.1',
      info: {
        title: SITE_NAME,
        version: '1',
        contact: { url: publicUrl },
        license: { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' },
        description: DESCRIPTION.replaceAll('ORIGIN', publicUrl),
      },
      components: {
        securitySchemes: {
          [TOKEN_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'minga_…',
            description: 'Un token de API, creado en el perfil',
          },
          [SESSION_SCHEME]: {
            type: 'apiKey',
            in: 'cookie',
            name: publicUrl.startsWith('https:') ? '__Host-minga_session' : 'minga_session',
            description: 'La sesión de quien entró en la aplicación',
          },
        },
      },
      servers: [{ url: '/api' }],
      security: [{ [SESSION_SCHEME]: [] }, { [TOKEN_SCHEME]: [] }],
    },
    transform,
    transformObject,
    stripBasePath: true,
    hideUntagged: true,
  });
  const hidden = { schema: { hide: true } };
  app.get(PATH, hidden, (_request, reply) => reply.redirect(`${PATH}/`));
  app.get(`${PATH}/`, hidden, (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page.replace(ACCENT, accentStyle(app.site.current().colour))),
  );
  const description = keptOnce(async () => {
    // Generating the document blocks the event loop for 0.2 s, so pending requests run first.
    await setImmediate();
    const bytes = Buffer.from(
      JSON.stringify(
        completedDocument({ ...app.swagger(), webhooks: webhookDescriptions([...webhookEvents, PING]) }),
      ),
    );
    await setImmediate();
    return bytes;
  });
  app.get(`${PATH}/openapi.json`, { ...crossOrigin, ...hidden }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(String(await description())),
  );
  app.get(`${PATH}/start.js`, hidden, (_request, reply) => reply.type(JAVASCRIPT).send(start));
  const viewer = keptOnce(readViewer);
  app.get(`${PATH}/js/scalar.js`, hidden, async (_request, reply) =>
    reply.type(JAVASCRIPT).send(await viewer()),
  );
}

/** The site's colour for the links and marks of the viewer, which names its schemes by classes of the body. */
const accentStyle = (colour: string): string => {
  const rules = (['light', 'dark'] as const).map(
    scheme => `body.${scheme}-mode{--scalar-color-accent:${shadesOf(colour, scheme).text}}`,
  );
  return `<style>${rules.join('')}</style>`;
};

/**
 * Computes a value at the first call and caches it, since both files stay the same while the process runs. After an error the next call
 * computes it again.
 */
function keptOnce(make: () => Promise<Buffer>): () => Promise<Buffer> {
  let kept: Promise<Buffer> | null = null;
  return () => {
    kept ??= make().catch(error => {
      kept = null;
      throw error;
    });
    return kept;
  };
}

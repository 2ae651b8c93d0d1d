import type { ErrorReply } from '@minga/contract/errors';
import { SITE_NAME } from '@minga/contract/site-words';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isLostRace } from '../database/errors.ts';
import { AppError, conflict, invalid, NOT_UNDERSTOOD, notFound, tooLarge, unavailable } from '../errors.ts';

/** Whether a browser requests this address as a page; the addresses that the app fetches start with /api/. */
const isPageRequest = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !url.startsWith('/api/') && (headers.accept ?? '').includes('text/html');

/**
 * The page that a browser gets while the service is unavailable. It needs no other file. Browsers with our service worker show the app
 * with its persisted data instead. The colours are those of apps/web/src/theme/tokens.css.
 */
const UNAVAILABLE_PAGE = `<!doctype html>
<html lang="es">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark">
    <title>${SITE_NAME} vuelve en un momento</title>
    <style>
      body {
        max-width: 30rem; margin: 0 auto; padding: 3rem 1rem; color-scheme: light dark;
        background: light-dark(#fbf8f2, #121c19); color: light-dark(#1d2a26, #f3eee3);
        font: 1.0625rem / 1.5 Figtree, system-ui, sans-serif;
      }
      h1 { margin: 0 0 0.5rem; font-size: 2rem; line-height: 1.15; text-wrap: balance; }
      a {
        display: grid; place-items: center; min-height: 3.125rem; margin-top: 1.5rem; border-radius: 12px;
        background: light-dark(#0e5e4e, #6ccab1); color: light-dark(#ffffff, #0b1f19); font-weight: 600; text-decoration: none;
      }
      a:focus-visible { outline: 3px solid light-dark(#2f6f9f, #88bee5); outline-offset: 2px; }
    </style>
  </head>
  <body>
    <main>
      <h1>${SITE_NAME} vuelve en un momento</h1>
      <p>El servicio no está disponible ahora. Espera unos segundos y vuelve a abrir esta página.</p>
      <a href="">Intentar de nuevo</a>
    </main>
  </body>
</html>
`;

const CHANGED_CONCURRENTLY = 'Esto cambió mientras tanto. Actualiza la página e intenta de nuevo.';

/**
 * Responds to every error with `{message, code}`, and to the 503 of a page with an HTML page. Logs faults with the request's id, which
 * the response's `X-Request-Id` contains too.
 */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(sendError);
}

/** Sends the response to an error, which may also occur before routing, such as a malformed URL. */
export function sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return send(toAppError(error), error, request, reply);
}

function send(
  appError: AppError,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // An AppError, such as that of a full queue, is expected, so its stack is not logged.
  if (error instanceof AppError && error.status >= 500)
    request.log.warn({ code: error.code, message: error.message }, 'request rejected');
  else if (appError.status >= 500) request.log.error({ err: error }, 'request failed');
  // These are logged, since frequent ones would indicate a defect instead of a race.
  else if (isLostRace(error)) request.log.warn({ err: error }, 'request lost a race');
  if (appError.retryAfterSeconds !== undefined) reply.header('retry-after', appError.retryAfterSeconds);
  reply.status(appError.status).header('cache-control', 'no-store');
  if (appError.status === 503 && isPageRequest(request))
    return reply.type('text/html; charset=utf-8').send(UNAVAILABLE_PAGE);
  const { hasSuccess = false } = request.routeOptions.config;
  const body: ErrorReply = {
    ...((hasSuccess || appError.code === 'INVALID_TOKEN') && { success: false }),
    message: appError.sentences,
    code: appError.code,
  };
  return reply.send(body);
}

/** Translates errors of the framework and the database; every unknown error is a fault. */
function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  if (isLostRace(error)) return conflict(CHANGED_CONCURRENTLY);
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLarge('Lo que enviaste es demasiado grande');
  if (status === 415) {
    return new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Este tipo de contenido no se acepta aquí');
  }
  if (status === 404) return notFound('No existe esta dirección');
  if (status >= 400 && status < 500) return invalid([NOT_UNDERSTOOD]);
  return new AppError(500, 'INTERNAL', 'Algo falló de nuestro lado. Ya quedó registrado; intenta de nuevo.');
}

import type { ErrorReply } from '@minga/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable, isLostRace } from '../database/database-errors.ts';
import { AppError, conflict, invalid, NOT_UNDERSTOOD, notFound, tooLarge, unavailable } from '../errors.ts';

const CHANGED_MEANWHILE = 'Esto cambió mientras tanto. Actualiza la página e intenta de nuevo.';

/** Every error of the API becomes `{message, code}`; a fault is logged with the request's id, which the person is told. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler(answerError);
}

/** Also for what the framework finds wrong before there is a route, such as a broken URL. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answer(toRefusal(error), error, request, reply);
}

function answer(
  refusal: AppError,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (refusal.status >= 500) request.log.error({ err: error }, 'request failed');
  // Should it come often, it is no race but a mistake of ours.
  else if (isLostRace(error)) request.log.warn({ err: error }, 'request lost a race');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  const isToken = refusal.code === 'INVALID_TOKEN';
  const body: ErrorReply = {
    ...(isToken && { success: false }),
    message: refusal.sentences,
    code: refusal.code,
  };
  return reply.status(refusal.status).header('cache-control', 'no-store').send(body);
}

/** Refusals stand as they are; what the framework refuses is put in our words; all else is a fault. */
function toRefusal(error: FastifyError): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) return unavailable();
  if (isLostRace(error)) return conflict(CHANGED_MEANWHILE);
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLarge('Lo que enviaste es demasiado grande');
  if (status === 415) {
    return new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Este tipo de contenido no se acepta aquí');
  }
  if (status === 404) return notFound('No existe esta dirección');
  if (status >= 400 && status < 500) return invalid([NOT_UNDERSTOOD]);
  return new AppError(500, 'INTERNAL', 'Algo falló de nuestro lado. Ya quedó registrado; intenta de nuevo.');
}

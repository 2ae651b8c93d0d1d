import type { ErrorCode } from '@minga/contract/errors';

/**
 * An expected refusal: the person or program asked for something that cannot be done. It is answered as it stands
 * and is not a fault; everything else that is thrown is one, reported with its request id.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** One Spanish sentence, or one per faulty field. */
  readonly sentences: string | string[];
  /** Whole seconds until it is worth trying again, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: ErrorCode, sentences: string | string[], retryAfterSeconds?: number) {
    super(Array.isArray(sentences) ? sentences.join(' ') : sentences);
    this.status = status;
    this.code = code;
    this.sentences = sentences;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export const NOT_UNDERSTOOD = 'No entendimos lo que enviaste';
export const NOT_ALLOWED = 'No tienes permiso para esta acción';

/** A mailed link that is wrong, used or expired. */
export const invalidToken = (sentence: string) => new AppError(400, 'INVALID_TOKEN', sentence);
export const invalid = (sentences: string | string[]) => new AppError(400, 'VALIDATION', sentences);
export const unauthenticated = (sentence = 'No autorizado. Inicia sesión nuevamente.') =>
  new AppError(401, 'UNAUTHENTICATED', sentence);
export const forbidden = (sentence: string) => new AppError(403, 'FORBIDDEN', sentence);
export const notFound = (sentence: string) => new AppError(404, 'NOT_FOUND', sentence);
/** It was public once: that it is gone is no secret. */
export const deleted = (sentence: string) => new AppError(404, 'DELETED', sentence);
export const conflict = (sentence: string) => new AppError(409, 'CONFLICT', sentence);
export const tooLarge = (sentence: string) => new AppError(413, 'TOO_LARGE', sentence);
export const rateLimited = (seconds: number) =>
  new AppError(
    429,
    'RATE_LIMITED',
    `Demasiados intentos. Espera ${waitingTime(seconds)} y vuelve a probar.`,
    Math.ceil(seconds),
  );
export const unavailable = () =>
  new AppError(
    503,
    'UNAVAILABLE',
    'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
    5,
  );

function waitingTime(seconds: number): string {
  if (seconds <= 90) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`;
  return `${Math.ceil(seconds / 60)} minutos`;
}

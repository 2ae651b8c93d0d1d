import type { ErrorCode } from '@minga/contract/errors';

/**
 * An expected error, such as invalid input or a missing permission. The error handler sends it to the client as it is;
 * any other error is a fault, answered with 500 and logged with its request id.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  /** One Spanish sentence, or one per invalid field. */
  readonly sentences: string | string[];
  /** Whole seconds until a retry may succeed; for 429 and 503. */
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

/** The error for an emailed link that is invalid, used or expired. */
export const invalidToken = (sentence: string) => new AppError(400, 'INVALID_TOKEN', sentence);
export const invalid = (sentences: string | string[]) => new AppError(400, 'VALIDATION', sentences);
export const unauthenticated = (sentence = 'No autorizado. Inicia sesión nuevamente.') =>
  new AppError(401, 'UNAUTHENTICATED', sentence);
export const forbidden = (sentence: string) => new AppError(403, 'FORBIDDEN', sentence);
export const notFound = (sentence: string) => new AppError(404, 'NOT_FOUND', sentence);
/** The error for deleted activities that were public, so that their deletion is no secret. */
export const deleted = (sentence: string) => new AppError(404, 'DELETED', sentence);
/** The error for a method that the path does not have. The response names the allowed methods (platform/http/server.ts). */
export const methodNotAllowed = () =>
  new AppError(
    405,
    'METHOD_NOT_ALLOWED',
    'Esta dirección existe, pero no para lo que intentas hacer con ella',
  );
export const conflict = (sentence: string) => new AppError(409, 'CONFLICT', sentence);
export const tooLarge = (sentence: string) => new AppError(413, 'TOO_LARGE', sentence);
/** The error for too many calls. `reason` replaces the message's first sentence. */
export const rateLimited = (seconds: number, reason = 'Demasiados intentos.') =>
  new AppError(429, 'RATE_LIMITED', `${reason} ${whenToRetry(seconds)}`, Math.ceil(seconds));
export const unavailable = () =>
  new AppError(
    503,
    'UNAVAILABLE',
    'El servicio no está disponible en este momento. Intenta de nuevo en unos segundos.',
    5,
  );

const HOUR = 60 * 60;

function whenToRetry(seconds: number): string {
  if (seconds > 12 * HOUR) return 'Vuelve a intentarlo mañana.';
  return `Espera ${waitingTime(seconds)} y vuelve a intentarlo.`;
}

function waitingTime(seconds: number): string {
  if (seconds <= 90) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`;
  return seconds <= 2 * HOUR ? `${Math.ceil(seconds / 60)} minutos` : `${Math.ceil(seconds / HOUR)} horas`;
}

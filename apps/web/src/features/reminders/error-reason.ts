import { ApiError } from '../../lib/api.ts';

const UNAUTHENTICATED = 'No autorizado. Inicia sesión nuevamente.';
const SAVING = 'Error al guardar configuración';
const INVALID = 'Datos inválidos';
const SERVER_ERROR = 'Error interno del servidor. Revisa los datos enviados.';

/** The server's message for a failed call, or the fallback. */
export function errorReason(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 401) return UNAUTHENTICATED;
  return error.code === 'UNREADABLE' ? fallback : error.messages.join(' ');
}

/** The message for a reminder that could not be saved, with the reason if known (docs/rules.md R5.7). */
export function savingErrorText(error: unknown): string {
  const status = error instanceof ApiError ? error.status : null;
  const reason = status === 500 ? SERVER_ERROR : errorReason(error, status === 400 ? INVALID : '');
  return reason === '' ? SAVING : `${SAVING}: ${reason}`;
}

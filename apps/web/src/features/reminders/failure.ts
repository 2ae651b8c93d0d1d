import { ApiError } from '../../lib/api.ts';

const UNAUTHENTICATED = 'No autorizado. Inicia sesión nuevamente.';
const SAVING = 'Error al guardar configuración';
const INVALID = 'Datos inválidos';
const SERVER_FAULT = 'Error interno del servidor. Revisa los datos enviados.';

/** Why a call failed, in the server's words where it gave any. */
export function reasonOf(error: unknown, otherwise: string): string {
  if (!(error instanceof ApiError)) return otherwise;
  if (error.status === 401) return UNAUTHENTICATED;
  return error.code === 'UNREADABLE' ? otherwise : error.messages.join(' ');
}

/** That a reminder could not be saved, and why, as far as that is known (spec 001 section 8). */
export function savingFailure(error: unknown): string {
  const status = error instanceof ApiError ? error.status : null;
  const reason = status === 500 ? SERVER_FAULT : reasonOf(error, status === 400 ? INVALID : '');
  return reason === '' ? SAVING : `${SAVING}: ${reason}`;
}

import * as z from 'zod/mini';
import { linkToken, messageReply } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { factorEntry } from './identity.ts';
import { user } from './session.ts';

/** The number of minutes that the second step of a sign-in may take. */
export const SECOND_STEP_MINUTES = 10;
/** The number of hours after which a removal that an administrator starts takes effect. */
export const RESET_HOURS = 24;
export const RESET_CANCELLED_MESSAGE = 'Listo: tu segundo factor sigue como estaba';

const tag = 'Cuentas';

export const enterSecondFactor = endpoint({
  method: 'POST',
  path: '/auth/second-factor',
  summary:
    'Terminar de iniciar sesión con un código de la aplicación o uno de recuperación; INVALID_TOKEN: hay que empezar de nuevo',
  tag,
  access: 'public',
  body: factorEntry,
  status: 200,
  reply: user,
  errors: ['VALIDATION', 'WRONG_CODE', 'INVALID_TOKEN', 'RATE_LIMITED'],
});

export const cancelSecondFactorReset = endpoint({
  method: 'POST',
  path: '/auth/second-factor/reset/cancel',
  summary: 'Detener, con el token del enlace, la eliminación del segundo factor que empezó la administración',
  tag,
  access: 'public',
  body: z.object({ token: linkToken('Token no encontrado') }),
  status: 200,
  reply: messageReply,
  errors: ['VALIDATION', 'INVALID_TOKEN'],
});

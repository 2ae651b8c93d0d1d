import { notFound } from '../../platform/errors.ts';
import type { Session } from '../../platform/http/session.ts';
import type { Platform } from '../../platform/platform.ts';
import { isAllowed } from '../activities/access-service.ts';
import { type ArrivalRow, findByCode } from './check-in-repository.ts';
import { attendanceCode } from './codes.ts';

const UNKNOWN_CODE = 'Este código de llegada no existe, o no recibes en esa actividad';

/**
 * Finds the attendance of a code for an account that may check people in. For others the code is unknown, so that the response does not
 * reveal which codes exist.
 */
export async function readArrival({ db }: Platform, { user }: Session, code: string): Promise<ArrivalRow> {
  const bytes = attendanceCode.parse(code);
  // The bytes of another spelling of a code are the same; the door does not accept it either.
  const found = attendanceCode.write(bytes) === code ? await findByCode(db, bytes) : null;
  if (found === null || !(await isAllowed(db, user.id, found.activity, 'checkIn')))
    throw notFound(UNKNOWN_CODE);
  return found;
}

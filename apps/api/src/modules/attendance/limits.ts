import type { Limit } from '../../platform/limits/limits.ts';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Limits calls that send an e-mail to an address that the caller gives, so that one origin cannot mail a whole town. */
export const confirmByOrigin: Limit = { name: 'confirm-origin', times: 300, seconds: HOUR };
const MANY_CONFIRMED =
  'Hoy ya se confirmaron muchas personas desde esta conexión. Inicia sesión para confirmar con tu cuenta, o pídele a quien organiza que te agregue.';
/**
 * Limits the different e-mails and phones that one origin confirms, in one activity and in all of them. The limits are high because
 * a school or a library has one connection. Organisers and an account's own address are not counted (decision 0021).
 */
export const addressesByActivity: Limit = {
  name: 'confirm-addresses-activity',
  times: 120,
  seconds: DAY,
  reason: MANY_CONFIRMED,
};
export const addressesByOrigin: Limit = {
  name: 'confirm-addresses',
  times: 200,
  seconds: DAY,
  reason: MANY_CONFIRMED,
};
/** Limits the 409 responses to an origin, since each reveals that a person is registered (docs/rules.md R13.3). */
export const takenByOrigin: Limit = {
  name: 'confirm-taken',
  times: 10,
  seconds: DAY,
  reason: 'Hoy ya se confirmó desde esta conexión por muchas personas que ya estaban registradas.',
};
/**
 * Limits confirmations without an e-mail, by origin and activity: an attendee without one cannot be verified (docs/rules.md R13.3).
 */
export const withoutEmailByOrigin: Limit = {
  name: 'confirm-without-email',
  times: 10,
  seconds: HOUR,
  reason:
    'Desde esta conexión ya confirmaron muchas personas sin correo. Espera una hora, usa tu correo o pídele a quien organiza que te agregue.',
};

/**
 * Limits the e-mails that one sender (an account or an origin) causes to one address that is not its own. The count is per sender,
 * so that others cannot use up the limit of the owner of the address.
 */
export const emailsBySender: Limit = { name: 'attendance-email-sender', times: 10, seconds: DAY };

/** Limits downloads and erasures by personal link: each reads all attendances of a person. */
export const visitorDataByOrigin: Limit = { name: 'visitor-data', times: 30, seconds: HOUR };

/** Limits self check-ins of callers without a session, by origin and code of the place (docs/rules.md R22.3). */
export const selfCheckInByOrigin: Limit = { name: 'self-check-in', times: 30, seconds: HOUR };
/** Limits reads of the page of a place code. A phone at the place reads it before each check-in. */
export const placeByOrigin: Limit = { name: 'place-page', times: 120, seconds: HOUR };

export const linkByOrigin: Limit = { name: 'attendance-link-origin', times: 20, seconds: HOUR };
export const linkByEmail: Limit = { name: 'attendance-link-email', times: 3, seconds: HOUR };

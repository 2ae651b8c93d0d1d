import { startedText } from '@minga/contract/activity-phase';
import { DOOR_CLOSES_DAYS, DOOR_OPENS_HOURS } from '@minga/contract/door-hours';
import {
  isNameAlone,
  NAME_ALONE_COMPANIONS_MAX,
  NAME_ALONE_COMPANIONS_MESSAGE,
} from '@minga/contract/name-alone';
import { SELF_OPENS_MINUTES } from '@minga/contract/self-check-in';
import { AppError, conflict, invalid, notFound } from '../../platform/errors.ts';
import type { AttendanceRow } from './repository.ts';

export const BAD_LINK = 'Este enlace no es válido o la asistencia ya fue cancelada.';

/** The error for a change after the start of the activity, or null before the start. */
export function startedProblem(activity: Parameters<typeof startedText>[0], now: Date): AppError | null {
  const text = startedText(activity, now);
  return text === null ? null : invalid([text]);
}

/** The message for an address whose owner does not want to be on the list (docs/rules.md R21.5). */
export const REFUSED = 'Esta persona pidió que no la agreguen a esta actividad';

/** The error for the client id of an attendance that was cancelled or given to another person. */
export const alreadyCancelled = () =>
  conflict('Esta asistencia ya se canceló: si quieres ir, confirma otra vez');

/** The error for a client id that was sent before with another person's data. */
export const clientIdTaken = () => conflict('Esta confirmación ya se envió con los datos de otra persona');

/** The error if there is no room for a party; `reason` replaces the default sentence. */
export const noPlaceLeft = (reason = 'Ya no hay cupos') => new AppError(409, 'FULL', reason);

/** The error if no place is offered to the caller, or no longer. */
export const offerOver = () => new AppError(409, 'OFFER_OVER', 'El cupo ya pasó a otra persona');

export const tooManyCompanions = (max: number) =>
  invalid([
    max === 0
      ? 'A esta actividad cada quien confirma por su cuenta, sin acompañantes'
      : `Puedes llevar como máximo ${max} ${max === 1 ? 'acompañante' : 'acompañantes'}`,
  ]);

/**
 * The error for a party that is too large for an attendee without e-mail and phone, or null if its size is
 * allowed.
 */
export const nameAloneProblem = (
  party: Pick<AttendanceRow, 'email' | 'phone'>,
  companions: number,
): AppError | null =>
  isNameAlone(party) && companions > NAME_ALONE_COMPANIONS_MAX
    ? invalid([NAME_ALONE_COMPANIONS_MESSAGE])
    : null;

export const largerThanCapacity = (capacity: number) =>
  invalid([`Esta actividad tiene ${capacity} ${capacity === 1 ? 'cupo' : 'cupos'} en total`]);

export const unknownNeed = () =>
  invalid(['Una de las tareas o cosas que elegiste ya no existe: carga de nuevo la página']);

export const needRequired = () =>
  new AppError(400, 'NEED_REQUIRED', 'Elige al menos una tarea o cosa por llevar');

export const needFull = (name: string) =>
  new AppError(409, 'NEED_FULL', `De «${name}» ya no hace falta tanto: elige menos u otra cosa`);

export const partyTooSmall = (name: string) =>
  new AppError(
    409,
    'PARTY_TOO_SMALL',
    `En «${name}» no pueden ayudar más personas que las que vienen contigo`,
  );

export const overlappingTasks = (names: readonly string[]) =>
  new AppError(409, 'CLASH', `${listed(names)} son al mismo tiempo: no alcanzan las personas que vienen`);

const listed = (names: readonly string[]) =>
  new Intl.ListFormat('es-CO').format(names.map(name => `«${name}»`));

/** The error while the door is closed, before or after its hours. */
export const doorClosed = () =>
  new AppError(
    409,
    'NOT_NOW',
    `Las llegadas se registran desde ${DOOR_OPENS_HOURS} horas antes de la actividad hasta ${DOOR_CLOSES_DAYS} días después`,
  );

/** The error for hours of an activity that has not started. */
export const notStarted = () =>
  new AppError(409, 'NOT_NOW', 'Las horas se confirman cuando la actividad ya comenzó');

/** The error for the code of a place that does not exist, was replaced, or is switched off. */
export const unknownPlaceCode = () =>
  notFound('Este código ya no sirve: pídele el nuevo a quien organiza la actividad');

/** The error for a caller that has proved no attendance of the activity. */
export const notAttending = () =>
  new AppError(404, 'NOT_ATTENDING', 'No encontramos tu asistencia a esta actividad en este celular');

/** The error outside the period in which attendees can check themselves in. */
export const selfCheckInClosed = () =>
  new AppError(
    409,
    'NOT_NOW',
    `Puedes registrar tu llegada desde ${SELF_OPENS_MINUTES} minutos antes de comenzar y hasta que termine la actividad`,
  );

export const notConfirmed = () =>
  new AppError(409, 'NOT_CONFIRMED', 'Primero debes tener un cupo confirmado');

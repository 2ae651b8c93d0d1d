import { AppError, invalid } from '../../platform/errors.ts';

export const PAST_ACTIVITY = 'Esta actividad ya pasó';

/** There is no room for a party; `reason` says it in another way. */
export const full = (reason = 'Ya no hay cupos') => new AppError(409, 'FULL', reason);

/** No place is offered to the caller, or not any more. */
export const offerOver = () => new AppError(409, 'OFFER_OVER', 'El cupo ya pasó a otra persona');

export const tooManyCompanions = (max: number) =>
  invalid([
    max === 0
      ? 'A esta actividad cada quien se apunta por su cuenta, sin acompañantes'
      : `Puedes llevar como máximo ${max} ${max === 1 ? 'acompañante' : 'acompañantes'}`,
  ]);

export const largerThan = (capacity: number) =>
  invalid([`Esta actividad tiene ${capacity} ${capacity === 1 ? 'cupo' : 'cupos'} en total`]);

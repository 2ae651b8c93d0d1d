import { untilText } from '../../lib/until-text.ts';
import type { OwnState } from './own-state.ts';

/** 'En espera, puesto 2', 'Te ofrecemos un cupo hasta las 6:00 p. m.', of an attendee without a place. */
export function ownStateText({ position, offerExpiresAt }: OwnState, now: Date): string {
  if (offerExpiresAt !== null) return `Te ofrecemos un cupo hasta ${untilText(offerExpiresAt, now)}`;
  return position === null ? 'En espera' : `En espera, puesto ${position}`;
}

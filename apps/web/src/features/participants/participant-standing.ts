import type { Attendance } from '@minga/contract/attendance';
import { counted } from '../../lib/digits.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { untilText } from '../../lib/until-text.ts';

type Standing = Pick<
  Attendance,
  'status' | 'position' | 'companions' | 'offerExpiresAt' | 'askedAgainAt' | 'reconfirmed'
>;

/** 'Con 2 personas más · En espera, puesto 2'; empty for a participant who comes alone and has a place. */
export const standingText = (
  { position, companions, offerExpiresAt, ...asked }: Standing,
  now: Date,
): string =>
  [
    companions > 0 && `Con ${counted(companions, 'persona', 'personas')} más`,
    offerExpiresAt !== null && `Cupo ofrecido hasta ${untilText(offerExpiresAt, now)}`,
    position !== null && `En espera, puesto ${position}`,
    asked.reconfirmed && 'Sigue viniendo',
    isUnanswered(asked) && 'No ha respondido si viene',
  ]
    .filter(Boolean)
    .join(' · ');

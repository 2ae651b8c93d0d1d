import type { Arrival, CheckInResult } from '@minga/contract/check-ins';
import { arrivalTimeText } from './arrival-time-text.ts';

interface Notice {
  readonly kind: 'success' | 'warning' | 'info';
  readonly text: string;
}

/** How a party stands at the door, after the `result` of a check-in if there was one; null: it can be checked in. */
export function arrivalNotice(
  { status, checkedInAt }: Pick<Arrival['attendance'], 'status' | 'checkedInAt'>,
  result: CheckInResult | undefined,
  now: Date,
): Notice | null {
  if (result === 'unknown')
    return {
      kind: 'warning',
      text: 'Este código ya no sirve: pídele a la persona que abra el suyo otra vez.',
    };
  if (checkedInAt !== null) {
    const when = arrivalTimeText(checkedInAt, now);
    return result === 'checked-in'
      ? { kind: 'success', text: `Llegada registrada ${when}` }
      : { kind: 'info', text: `Ya llegó: se registró ${when}` };
  }
  if (status === 'confirmed' && result !== 'not-confirmed') return null;
  return {
    kind: 'warning',
    text:
      status === 'offered'
        ? 'Tiene un cupo ofrecido que todavía no ha aceptado: por ahora no puede entrar con este código.'
        : 'No tiene un cupo confirmado: por ahora no puede entrar con este código.',
  };
}

import type { Arrival } from './arrival.ts';
import { alreadyText } from './door-result.ts';

/** The sentence about an arrival that the server did not admit as sent. */
export function reviewText({ outcome, item }: Arrival, now: Date): string {
  if (outcome === null) return '';
  const { result, checkedInAt, refusal } = outcome;
  if (result === 'already')
    return checkedInAt === null
      ? 'Ya había llegado.'
      : `${alreadyText(checkedInAt, now)} Quedó una sola vez.`;
  if (result === 'not-confirmed') return 'No tiene cupo: está en espera. Su llegada no quedó registrada.';
  if (result === 'unknown')
    return item.code === undefined
      ? 'Ya no está en la lista. Su llegada no quedó registrada.'
      : 'El código no es de esta actividad. La llegada no quedó registrada.';
  return refusal ?? '';
}

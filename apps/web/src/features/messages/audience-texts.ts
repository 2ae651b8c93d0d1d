import type { Audience, Unreached } from '@minga/contract/messages';
import { counted, digits } from '../../lib/digits.ts';

export const audienceNames: Readonly<Record<Audience, string>> = {
  confirmed: 'Quienes van',
  waiting: 'Quienes esperan un cupo',
  all: 'Todas las personas de la lista',
};

/**
 * Whom a message does not reach and why: 'A 3 no les llega: 2 no quieren estos mensajes y 1 no dejó correo.'; null: it reaches everybody.
 */
export function unreachedText({ unsubscribed, withoutEmail }: Unreached): string | null {
  const total = unsubscribed + withoutEmail;
  if (total === 0) return null;
  const reasons = [
    unsubscribed > 0 && counted(unsubscribed, 'no quiere estos mensajes', 'no quieren estos mensajes'),
    withoutEmail > 0 && counted(withoutEmail, 'no dejó correo', 'no dejaron correo'),
  ].filter(reason => reason !== false);
  return `A ${total === 1 ? 'una no le' : `${digits(total)} no les`} llega: ${reasons.join(' y ')}.`;
}

/** '1 persona', '1.200 personas'. */
export const peopleText = (count: number): string => counted(count, 'persona', 'personas');

import type { Audience, AudienceCounts, NewMessage, SentMessage, Unreached } from '@minga/contract/messages';
import { counted, digits } from '../../lib/digits.ts';
import { ApiError } from '../../lib/server/api.ts';

export const audienceNames: Readonly<Record<Audience, string>> = {
  confirmed: 'Quienes van',
  waiting: 'Quienes esperan un cupo',
  all: 'Todas las personas de la lista',
};

/**
 * Whom a message does not reach and why: 'A 3 no les llega: 2 no quieren estos mensajes y 1 no dejó correo.'; null: it reaches everybody.
 */
export function unreachedText({ unsubscribed, withoutEmail, unconfirmed }: Unreached): string | null {
  const total = unsubscribed + withoutEmail + unconfirmed;
  const reasons = [
    [unsubscribed, 'no quiere estos mensajes', 'no quieren estos mensajes'],
    [withoutEmail, 'no dejó correo', 'no dejaron correo'],
    [
      unconfirmed,
      'no ha confirmado y hoy no podemos escribirle más',
      'no han confirmado y hoy no podemos escribirles más',
    ],
  ] as const;
  const given = reasons.filter(([count]) => count > 0);
  if (total === 0) return null;
  if (total === 1) return `A una persona no le llega: ${given[0]?.[1]}.`;
  if (given.length === 1) return `A ${digits(total)} no les llega: ${given[0]?.[2]}.`;
  const texts = given.map(([count, one, several]) => counted(count, one, several));
  const last = texts.pop();
  return `A ${digits(total)} no les llega: ${texts.length > 0 ? `${texts.join(', ')} y ` : ''}${last}.`;
}

/** '1 persona', '1.200 personas'. */
export const peopleText = (count: number): string => counted(count, 'persona', 'personas');

const SUBJECT = 'Gracias por hacer parte';

/** The prepared message after an activity. It thanks everybody with a place: some may have come without having been registered. */
export const thanksFor = (title: string): NewMessage => ({
  to: 'confirmed',
  subject: SUBJECT,
  replyToMe: false,
  text: `Gracias de corazón por sumarte a «${title}» y por lo que cada quien puso para que saliera adelante.\n\nLo que se hace en minga queda. Ojalá nos veamos en la próxima.`,
});

/** The message of thanks among those that were sent. */
export const sentThanks = <M extends Pick<SentMessage, 'subject' | 'to'>>(messages: readonly M[]) =>
  messages.find(({ subject, to }) => subject === SUBJECT && to !== 'waiting');

/** The reason why nothing can be written to the people on the list, shown before it is written; null: it can. */
export function obstacleOf(counts: AudienceCounts | undefined, error: Error | null) {
  if (error instanceof ApiError && error.status === 409)
    return { title: 'Todavía no puedes escribirles', text: error.messages.join(' ') };
  if (counts?.all !== 0) return null;
  return {
    title: 'Todavía no hay a quién escribirle',
    text: `El mensaje les llega por correo o en su campana a las personas de la lista, y por ahora a ninguna. ${unreachedText(counts.unreached.all) ?? ''} A quienes dejaron su teléfono puedes escribirles por WhatsApp desde la lista.`,
  };
}

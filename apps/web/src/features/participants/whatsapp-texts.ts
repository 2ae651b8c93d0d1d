import type { Activity } from '@minga/contract/activities';
import type { Attendance } from '@minga/contract/attendance';
import { longDate } from '../../lib/dates.ts';
import { isUnanswered } from '../../lib/is-unanswered.ts';
import { untilText } from '../../lib/until-text.ts';

type Event = Pick<Activity, 'title' | 'date' | 'place'>;
type Person = Pick<
  Attendance,
  'name' | 'status' | 'companions' | 'offerExpiresAt' | 'askedAgainAt' | 'reconfirmed'
>;

const whenAndWhere = ({ date, place }: Event) => `${longDate(date)}${place === '' ? '' : `, en ${place}`}`;

/** The message of an organiser to one participant, by the participant's standing and answer. */
export function personText(
  { name, status, offerExpiresAt, ...asked }: Person,
  event: Event,
  now: Date,
): string {
  if (status === 'waiting')
    return `Hola, ${name}. Sigues en la lista de espera de «${event.title}» (${whenAndWhere(event)}). Te escribo si se libera un cupo.`;
  if (offerExpiresAt !== null)
    return `Hola, ${name}. Hay un cupo para ti en «${event.title}» (${whenAndWhere(event)}). Te lo guardo hasta ${untilText(offerExpiresAt, now)} ¿Vienes?`;
  if (isUnanswered(asked))
    return `Hola, ${name}. ¿Sigues viniendo a «${event.title}» (${whenAndWhere(event)})? Si no puedes, tu cupo le sirve a otra persona.`;
  return `Hola, ${name}. Te esperamos en «${event.title}»: ${whenAndWhere(event)}.`;
}

/** Longer lists do not fit into the address of a link. */
const LISTED_MAX = 150;

/** The list to paste into a group: those with a place by number, without e-mails and phones. */
export function listText(people: readonly Person[], total: number, event: Event): string {
  const confirmed = people.filter(({ status }) => status === 'confirmed');
  const listed = confirmed.slice(0, LISTED_MAX);
  const rest = total - people.length + confirmed.length - listed.length;
  const waiting = people.length - confirmed.length;
  return [
    `*${event.title}*`,
    whenAndWhere(event),
    '',
    ...listed.map(
      ({ name, companions }, index) => `${index + 1}. ${name}${companions > 0 ? ` (+${companions})` : ''}`,
    ),
    ...(rest > 0 ? [`… y ${rest} más`] : []),
    ...(waiting > 0 ? ['', `En espera: ${waiting}`] : []),
  ].join('\n');
}

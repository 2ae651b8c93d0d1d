import type { Calendar, CalendarSummary, FollowedField } from '@minga/contract/calendars';
import { timeAgo } from '../../lib/dates/time-ago.ts';
import { counted } from '../../lib/digits.ts';

/** '14 actividades, 3 se repiten, 2 sin lugar, 1 que no entendimos' */
export function summaryText({
  activities,
  series,
  withoutPlace,
  leftOut,
  beyondLimit,
}: CalendarSummary): string {
  if (activities === 0 && leftOut === 0) return 'No tiene nada próximo';
  return [
    counted(activities, 'actividad', 'actividades'),
    ...(series > 0 ? [`${series} ${series === 1 ? 'se repite' : 'se repiten'}`] : []),
    ...(withoutPlace > 0 ? [`${withoutPlace} sin lugar`] : []),
    ...(leftOut > 0 ? [`${leftOut} que no entendimos`] : []),
    ...(beyondLimit > 0 ? [`${beyondLimit} más que no caben`] : []),
  ].join(', ');
}

/** How the reading of a calendar stands, in one or two sentences. */
export function stateText({ state, lastReadAt, error }: Calendar, now: Date): string {
  if (state === 'reading')
    return lastReadAt === null ? 'Lo estamos leyendo…' : 'Lo estamos leyendo otra vez…';
  const when = lastReadAt === null ? '' : timeAgo(lastReadAt, now);
  if (state === 'ok') return `Leído ${when}. Lo leemos cada hora.`.replace('..', '.');
  // A time of day ends with a full stop ('p. m.').
  return `${error ?? 'No pudimos leerlo'}. Lo intentamos ${when}.`.replace(/\.\.$/, '.');
}

const LEFT_OUT_SHOWN = 3;

/** Why events were left out, each in one sentence that names the event and its line; the first ones. */
export const leftOutTexts = ({ leftOutReasons = [] }: CalendarSummary): string[] =>
  leftOutReasons.slice(0, LEFT_OUT_SHOWN).map(reason => `Quedó por fuera: ${reason.replace(/^El /, 'el ')}.`);

/** The remarks on a calendar for organisers, each in one sentence. */
export function remarksOn({
  cancelled,
  edited,
  summary,
}: Pick<Calendar, 'cancelled' | 'edited' | 'summary'>): string[] {
  return [
    ...(summary === null ? [] : leftOutTexts(summary)),
    ...(cancelled > 0
      ? [
          cancelled === 1
            ? '1 actividad ya no está en el calendario y aquí sigue, porque alguien confirmó: decide si la eliminas.'
            : `${cancelled} actividades ya no están en el calendario y aquí siguen, porque alguien confirmó: decide si las eliminas.`,
        ]
      : []),
    ...(edited > 0
      ? [
          `${counted(edited, 'actividad que editaste aquí conserva', 'actividades que editaste aquí conservan')} lo que cambiaste.`,
        ]
      : []),
  ];
}

const FIELD_NAMES: Readonly<Record<FollowedField, string>> = {
  title: 'título',
  description: 'descripción',
  place: 'lugar',
  directions: 'cómo llegar',
  when: 'fecha y hora',
  location: 'punto en el mapa',
  tags: 'etiquetas',
};

/** 'título, lugar' */
export const fieldsText = (fields: readonly FollowedField[]): string =>
  fields.map(field => FIELD_NAMES[field]).join(', ');

export const vanishedText = (vanished: number): string =>
  `El calendario ya no tiene ${counted(vanished, 'actividad', 'actividades')} de las que trajo, más de la mitad. Por si es un error, aquí no quitamos nada.`;

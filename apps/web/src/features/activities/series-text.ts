import type { Activity } from '@minga/contract/activities';
import type { Series, SeriesOutcome, Weekday } from '@minga/contract/series';
import { counted } from '../../lib/digits.ts';

const names: Record<Weekday, string> = {
  mo: 'lunes',
  tu: 'martes',
  we: 'miércoles',
  th: 'jueves',
  fr: 'viernes',
  sa: 'sábado',
  su: 'domingo',
};

/** 'lunes', 'sábados'. */
export const weekdayPlural = (day: Weekday): string =>
  names[day].endsWith('s') ? names[day] : `${names[day]}s`;
export const weekdayName = (day: Weekday): string => names[day];

const listOf = (texts: readonly string[]) => new Intl.ListFormat('es-CO').format(texts);

/** How a series repeats: 'Cada sábado', 'Cada 2 semanas: martes y jueves', 'Cada mes'. */
export function repeatText({ frequency, interval, weekdays }: Series['repeat']): string {
  if (frequency === 'daily') return interval === 1 ? 'Cada día' : `Cada ${interval} días`;
  if (frequency === 'monthly') return interval === 1 ? 'Cada mes' : `Cada ${interval} meses`;
  // In a form without a date: the weekday is not known yet.
  if (weekdays.length === 0) return interval === 1 ? 'Cada semana' : `Cada ${interval} semanas`;
  const days = listOf(weekdays.map(weekdayName));
  if (interval > 1) return `Cada ${interval} semanas: ${days}`;
  return weekdays.length === 7 ? 'Cada día' : `Cada ${days}`;
}

/** 'Cada sábado · quedan 11 fechas'; where the remaining are not counted, 'Cada sábado'. */
export function seriesText({ repeat, remaining }: NonNullable<Activity['series']>): string {
  const text = repeatText(repeat);
  if (remaining === undefined || remaining === 0) return text;
  return remaining === 1 ? `${text} · última fecha` : `${text} · quedan ${remaining} fechas`;
}

/** The occurrences to come from which a choice of one or all makes sense: several. */
export const hasOthers = ({ series }: Pick<Activity, 'series'>): boolean =>
  series !== null && (series.remaining === undefined ? series.index < series.count : series.remaining > 1);

const dates = (count: number) => counted(count, 'fecha', 'fechas');

/** 'Se actualizaron 9 fechas; 3 quedaron como estaban'. */
export function outcomeText(outcome: SeriesOutcome): string {
  const { kept } = outcome;
  const [verb, count] =
    'deleted' in outcome ? (['elimin', outcome.deleted] as const) : (['actualiz', outcome.updated] as const);
  const done = `Se ${verb}${count === 1 ? 'ó' : 'aron'} ${dates(count)}`;
  if (kept === 0) return done;
  return `${done}; ${dates(kept)} ${kept === 1 ? 'quedó como estaba' : 'quedaron como estaban'}`;
}

import type { Activity } from '@minga/contract/activities';
import { phaseOf } from '@minga/contract/activity-phase';
import type { LocationDetails } from '@minga/contract/location';
import { locationRows } from '@minga/contract/location-texts';
import { COUNTED_MAX } from '@minga/contract/search-values';
import type { Series, SeriesOutcome, Weekday } from '@minga/contract/series';
import { now, useNow } from '../../lib/dates/now.ts';
import { counted, digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';

export type Badge = 'promoted' | 'ongoing' | 'finished' | 'pending' | 'held' | 'rejected';

type Times = Pick<Activity, 'date' | 'endDate'>;

export const isPast = (activity: Times, moment = now()) => phaseOf(activity, moment) === 'past';

export const isOngoing = (activity: Times, moment = now()) => phaseOf(activity, moment) === 'ongoing';

/** The latest start or end before `moment`, after which `activity` looks as it does then; null if there is none. */
export function lastTransition({ date, endDate }: Times, moment: Date): number | null {
  const passed = [date, endDate ?? date]
    .map(time => Date.parse(time))
    .filter(time => time < moment.getTime());
  return passed.length === 0 ? null : Math.max(...passed);
}

/** The badges of a card. Only organisers see the moderation status. */
export function badgesOf(
  activity: Pick<Activity, 'isPromoted' | 'canManage' | 'status' | 'isHeld'>,
  hasPassed: boolean,
  isUnderWay = false,
): Badge[] {
  const badges: Badge[] = [];
  if (activity.isPromoted) badges.push('promoted');
  if (isUnderWay) badges.push('ongoing');
  if (hasPassed) badges.push('finished');
  if (activity.canManage && activity.status === 'rejected') badges.push('rejected');
  if (activity.isHeld) badges.push('held');
  // A past activity no longer needs an approval.
  else if (activity.canManage && activity.status === 'pending' && !hasPassed) badges.push('pending');
  return badges;
}

/** Whether the organiser shows the location only to people whose attendance is confirmed, and this viewer is none of them. */
export const isLocationHidden = (
  activity: LocationDetails & Pick<Activity, 'isLocationPrivate' | 'canManage'>,
): boolean =>
  activity.isLocationPrivate &&
  !activity.canManage &&
  activity.location === null &&
  locationRows(activity).length === 0;

export const LOCATION_HIDDEN = 'La ubicación exacta la ven quienes confirman.';

const names: Record<Weekday, string> = {
  mo: 'lunes',
  tu: 'martes',
  we: 'miércoles',
  th: 'jueves',
  fr: 'viernes',
  sa: 'sábado',
  su: 'domingo',
};

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
  return remaining === 1 ? `${text}${DOT}última fecha` : `${text}${DOT}quedan ${remaining} fechas`;
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

/** 'Lista de Actividades (1.204)'; only the title while the count is unknown. */
export const countedTitle = (title: string, count: number | undefined): string =>
  count === undefined ? title : `${title} (${digits(count)})`;

/** The total of a search: '204', 'más de 300'. */
export const searchCount = (total: number): string =>
  total > COUNTED_MAX ? `más de ${COUNTED_MAX}` : digits(total);

/** 'a 1,6 km' */
export const distanceText = (km: number): string => `a ${digits(km)} km`;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the list that contained the followed link. */
    isFromList?: boolean;
  }
}

/** The `state` of a link in a list: the target page can go back to that list with its filters and scroll position. */
export const fromList = { isFromList: true };

/** The id of the title on an activity's card; the card's controls refer to it with aria-describedby. */
export const titleId = ({ _id }: Pick<Activity, '_id'>): string => `titulo-${_id}`;

/** The number in a text such as '1.200'; null if it is empty. */
export const wholeNumber = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.replace(/[\s.]/g, ''));

/** The hash of a link to the goals in an activity's form. */
export const GOALS_HASH = 'metas';

export const useIsPast = (activity: Pick<Activity, 'date' | 'endDate'>): boolean =>
  useNow(moment => isPast(activity, moment));

export const useIsOngoing = (activity: Pick<Activity, 'date' | 'endDate'>): boolean =>
  useNow(moment => isOngoing(activity, moment));

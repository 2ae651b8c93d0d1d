import type { Activity } from '@minga/contract/activities';
import { digits } from '../../../lib/digits.ts';

interface MapPoint {
  readonly id: string;
  readonly position: NonNullable<Activity['location']>;
}

/** The points of the activities whose location the viewer may see. */
export const mapPoints = (activities: readonly Activity[]): MapPoint[] =>
  activities.flatMap(({ _id, location }) => (location === null ? [] : [{ id: _id, position: location }]));

/** The activities of the list and of the map: the one that the address names first, each once. */
export function mapEntries(focused: Activity | undefined, results: readonly Activity[]): Activity[] {
  if (focused === undefined) return [...results];
  return [focused, ...results.filter(({ _id }) => _id !== focused._id)];
}

/** Explains a difference between the count, the list and the map; empty without one. */
export function differenceText(total: number, activities: readonly Activity[]): string {
  const unplaced = activities.length - mapPoints(activities).length;
  const sentences = [
    total > activities.length &&
      `Aquí están las primeras ${digits(activities.length)}: busca o filtra para ver las demás.`,
    unplaced === activities.length && unplaced > 0 && 'Ninguna tiene todavía un punto en el mapa.',
    unplaced > 0 &&
      unplaced < activities.length &&
      (unplaced === 1
        ? '1 no tiene un punto en el mapa y está solo en la lista.'
        : `${digits(unplaced)} no tienen un punto en el mapa y están solo en la lista.`),
  ];
  return sentences.filter(Boolean).join(' ');
}

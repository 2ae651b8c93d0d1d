import type { Activity } from '@minga/contract/activities';
import { counted, digits } from '../../lib/digits.ts';

/** 'Con acompañantes: 18 personas con cupo de 20 · 3 en espera'; null: as many people as entries on the list, without a limit. */
export function placesSummary(
  { capacity, places }: Pick<Activity, 'capacity' | 'places'>,
  total: number,
): string | null {
  const { taken, waiting } = places;
  if (capacity === null && waiting === 0 && taken <= total) return null;
  const people = `${counted(taken, 'persona', 'personas')} con cupo`;
  const summary = [
    capacity === null ? people : `${people} de ${digits(capacity)}`,
    waiting > 0 && `${digits(waiting)} en espera`,
  ]
    .filter(Boolean)
    .join(' · ');
  // The list counts entries.
  return taken + waiting > total ? `Con acompañantes: ${summary}` : summary;
}

import { isAfterToday } from '../../lib/dates.ts';
import type { Choice } from './choice.ts';

export type Mark = '(Pasada)' | '(Hoy)' | '(Ya configurada)';

/** An activity of a day after today; what is later today comes too late for a day's notice. */
const isSelectable = ({ date }: Pick<Choice, 'date'>, now: Date): boolean => isAfterToday(date, now);

/** What is said beside an activity in the list; null: nothing stands in the way. */
export function markOf(choice: Choice, configured: ReadonlySet<string>, now: Date): Mark | null {
  if (!isSelectable(choice, now)) return new Date(choice.date) > now ? '(Hoy)' : '(Pasada)';
  return configured.has(choice._id) ? '(Ya configurada)' : null;
}

/** 'Encontradas 3 actividades confirmadas: 2 futuras, 1 pasadas' (spec 001 section 8). */
export function choicesSummary(confirmed: readonly Choice[], now: Date): string {
  const upcoming = confirmed.filter(choice => isSelectable(choice, now)).length;
  const counts = `${upcoming} futuras, ${confirmed.length - upcoming} pasadas`;
  return `Encontradas ${confirmed.length} actividades confirmadas: ${counts}`;
}

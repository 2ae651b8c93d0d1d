import { isAfterToday } from '../../lib/dates.ts';
import type { Choice } from './choice.ts';

export type ChoiceStatus = '(Pasada)' | '(Hoy)' | '(Ya configurada)';

/** Activities from tomorrow on; a reminder is sent at least one day before. */
const isSelectable = ({ date }: Pick<Choice, 'date'>, now: Date): boolean => isAfterToday(date, now);

/** Why an activity cannot be selected or already has a reminder; null if neither. */
export function choiceStatus(
  choice: Choice,
  configured: ReadonlySet<string>,
  now: Date,
): ChoiceStatus | null {
  if (!isSelectable(choice, now)) return new Date(choice.date) > now ? '(Hoy)' : '(Pasada)';
  return configured.has(choice._id) ? '(Ya configurada)' : null;
}

/** 'Encontradas 3 actividades confirmadas: 2 futuras, 1 pasadas' (spec 001 section 8). */
export function choicesSummary(confirmed: readonly Choice[], now: Date): string {
  const upcoming = confirmed.filter(choice => isSelectable(choice, now)).length;
  const counts = `${upcoming} futuras, ${confirmed.length - upcoming} pasadas`;
  return `Encontradas ${confirmed.length} actividades confirmadas: ${counts}`;
}

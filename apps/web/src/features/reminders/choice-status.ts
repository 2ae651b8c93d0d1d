import { phaseOf } from '@minga/contract/activity-phase';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN } from '@minga/contract/reminders';
import { isAfterToday } from '../../lib/dates.ts';
import type { Choice } from './choice.ts';

export type ChoiceStatus = '(Pasada)' | '(En curso)' | '(Hoy)' | '(Ya configurada)';

/** Activities from tomorrow on; a reminder is sent at least one day before. */
const isSelectable = ({ date }: Pick<Choice, 'date'>, now: Date): boolean => isAfterToday(date, now);

/** Why an activity cannot be selected or already has a reminder; null if neither. */
export function choiceStatus(
  choice: Choice,
  configured: ReadonlySet<string>,
  now: Date,
): ChoiceStatus | null {
  if (!isSelectable(choice, now)) {
    if (new Date(choice.date) > now) return '(Hoy)';
    return phaseOf(choice, now) === 'ongoing' ? '(En curso)' : '(Pasada)';
  }
  return configured.has(choice._id) ? '(Ya configurada)' : null;
}

/** 'Encontradas 3 actividades confirmadas: 2 futuras, 1 pasadas' (docs/rules.md R5.7). */
export function choicesSummary(confirmed: readonly Choice[], now: Date): string {
  const upcoming = confirmed.filter(choice => isSelectable(choice, now)).length;
  const counts = `${upcoming} futuras, ${confirmed.length - upcoming} pasadas`;
  return `Encontradas ${confirmed.length} actividades confirmadas: ${counts}`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whether a reminder of so many days before would be due already (docs/rules.md R5.2); false if it cannot be saved. */
export function isDueAtOnce(
  choice: Choice,
  daysBefore: string,
  configured: ReadonlySet<string>,
  now: Date,
): boolean {
  const days = Number(daysBefore);
  const isValid = Number.isInteger(days) && days >= DAYS_BEFORE_MIN && days <= DAYS_BEFORE_MAX;
  if (!isValid || choiceStatus(choice, configured, now) !== null) return false;
  return new Date(choice.date).getTime() - days * DAY_MS <= now.getTime();
}

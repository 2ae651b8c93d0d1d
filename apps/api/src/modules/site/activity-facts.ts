import type { Activity } from '@minga/contract/activities';
import { longDate } from '../../platform/long-date.ts';

/** 'sábado, 5 de diciembre de 2026, 9:00 a. m. · Parque Caldas'. */
export const activityFacts = ({ date, place }: Activity, timeZone: string): string =>
  [longDate(new Date(date), timeZone), place].filter(fact => fact !== '').join(' · ');

import { escapeMarkup } from '../../platform/escape-markup.ts';
import type { Head } from './shell.ts';

/** The head of the calendar: one page for search engines, whatever the month. `url` is absolute. */
export const calendarHead = (url: string): Head => ({
  title: 'Calendario de actividades · Minga',
  description: 'Un mes de mingas, jornadas y encuentros de tu comunidad, día por día.',
  tags: [`<link rel="canonical" href="${escapeMarkup(url)}">`],
});

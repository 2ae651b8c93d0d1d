import { escapeMarkup } from '../../platform/escape-markup.ts';
import type { Head } from './shell.ts';

/** The head of the map: one page for search engines, whatever the filters. `url` is absolute. */
export const mapHead = (url: string): Head => ({
  title: 'Mapa de actividades · Minga',
  description: 'Dónde son las mingas, jornadas y encuentros que vienen, en un mapa y en una lista.',
  tags: [`<link rel="canonical" href="${escapeMarkup(url)}">`],
});

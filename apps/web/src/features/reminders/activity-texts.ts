import { shortDate } from '../../lib/dates.ts';

// Texts for missing values (docs/rules.md R5.8).
export const titleText = (title: string | undefined): string => title || 'Sin título';
export const placeText = (place: string | undefined): string => place || 'Sin ubicación';
export const descriptionText = (description: string | undefined): string => description || 'Sin descripción';

/** 'sáb, 5 dic 2026' */
export function dateText(date: string | undefined): string {
  if (!date) return 'Sin fecha';
  return Number.isNaN(Date.parse(date)) ? 'Fecha inválida' : shortDate(date);
}

import { shortDate } from '../../lib/dates.ts';

// What is said in place of what is missing (spec 001 section 2.2).
export const shownTitle = (title: string | undefined): string => title || 'Sin título';
export const shownPlace = (place: string | undefined): string => place || 'Sin ubicación';
export const shownDescription = (description: string | undefined): string => description || 'Sin descripción';

/** 'sáb, 5 dic 2026' */
export function shownDate(date: string | undefined): string {
  if (!date) return 'Sin fecha';
  return Number.isNaN(Date.parse(date)) ? 'Fecha inválida' : shortDate(date);
}

import type { SeriesCounts } from '@minga/contract/series-confirmation';
import { counted } from '../../lib/digits.ts';

const dates = (count: number) => counted(count, 'fecha', 'fechas');

/** 'Quedaste en 9 fechas; en 2 quedaste en lista de espera; 1 ya no tiene cupo.' */
export function seriesCountsText({ confirmed, waiting, full, already, separate }: SeriesCounts): string {
  const parts = [
    confirmed > 0 && `vas a ${dates(confirmed)}`,
    waiting > 0 && `en ${dates(waiting)} quedaste en lista de espera`,
    already > 0 && `en ${dates(already)} ya estabas`,
    full > 0 && `en ${dates(full)} ya no hay cupo`,
    separate > 0 &&
      `${dates(separate)} ${separate === 1 ? 'pide' : 'piden'} algo distinto: confírmala aparte`,
  ].filter(part => part !== false);
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

import { digits } from '../../lib/digits.ts';

/** 'Lista de Actividades (1.204)'; only the title while the count is unknown. */
export const countedTitle = (title: string, count: number | undefined): string =>
  count === undefined ? title : `${title} (${digits(count)})`;

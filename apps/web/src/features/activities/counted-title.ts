import { digits } from '../../lib/digits.ts';

/** 'Lista de Actividades (1.204)'; the title alone as long as nobody has counted. */
export const countedTitle = (title: string, count: number | undefined): string =>
  count === undefined ? title : `${title} (${digits(count)})`;

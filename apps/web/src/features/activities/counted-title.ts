import { COUNTED_MAX } from '@minga/contract/search-filters';
import { digits } from '../../lib/digits.ts';

/** 'Lista de Actividades (1.204)'; only the title while the count is unknown. */
export const countedTitle = (title: string, count: number | undefined): string =>
  count === undefined ? title : `${title} (${digits(count)})`;

/** The total of a search: '204', 'más de 300'. */
export const searchCount = (total: number): string =>
  total > COUNTED_MAX ? `más de ${COUNTED_MAX}` : digits(total);

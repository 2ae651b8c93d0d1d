import { connection, isDataSaved } from './saved-data.ts';

/** Whether the user saves data or has a line slower than 4G: then nothing is fetched ahead of its use. */
export const isDataDear = (): boolean =>
  isDataSaved() || /^(slow-2g|2g|3g)$/.test(connection()?.effectiveType ?? '');

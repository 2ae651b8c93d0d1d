import type { Manifest } from './manifest.ts';

const number = new Intl.NumberFormat('es-CO');
const megabytes = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** A backup's contents in one sentence, for the terminal. */
export function backupSummary({ tables, jobs, images }: Manifest): string {
  const parts = jobs === null ? tables : [...tables, jobs];
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, images.bytes);
  return `${number.format(rows)} filas de ${tables.length} tablas y ${number.format(images.pictures)} imágenes (${megabytes.format(bytes / 1e6)} MB)`;
}

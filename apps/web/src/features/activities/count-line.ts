const digits = new Intl.NumberFormat('es-CO');

/** '1 actividad encontrada', '1.204 actividades encontradas' (spec 000 section 2, search). */
export function countLine(count: number): string {
  return `${digits.format(count)} ${count === 1 ? 'actividad encontrada' : 'actividades encontradas'}`;
}

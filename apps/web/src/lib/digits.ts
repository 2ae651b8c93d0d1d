const format = new Intl.NumberFormat('es-CO');

/** '1.204' */
export const digits = (count: number): string => format.format(count);

/** '1.204 personas', '1 persona' */
export const counted = (count: number, one: string, many: string): string =>
  `${digits(count)} ${count === 1 ? one : many}`;

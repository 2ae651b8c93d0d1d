const format = new Intl.NumberFormat('es-CO');

/** '1.204' */
export const digits = (count: number): string => format.format(count);

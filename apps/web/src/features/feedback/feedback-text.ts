import { counted } from '../../lib/digits.ts';

/** '1 respuesta', '1.200 respuestas' */
export const answersText = (count: number): string => counted(count, 'respuesta', 'respuestas');

const oneDecimal = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** '4,3' */
export const averageText = (average: number): string => oneDecimal.format(average);

import type { Category } from './topics.ts';

/** In the order in which people choose. */
export const categoryNames: Record<Category, string> = {
  ambiente: 'Ambiente',
  educacion: 'Educación',
  salud: 'Salud',
  alimentacion: 'Alimentación',
  cultura: 'Cultura',
  deporte: 'Deporte',
  animales: 'Animales',
  infancia: 'Niñez',
  mayores: 'Personas mayores',
  vivienda: 'Vivienda',
  emergencia: 'Emergencia',
  otra: 'Otra',
};

import type { Category } from './topics.ts';

/** The Spanish names of the categories, in the order of the choice. */
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

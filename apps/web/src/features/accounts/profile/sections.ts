/** The sections of /profile in display order; the keys are the ids of their headings. */
export const sectionTitles = {
  datos: 'Tus datos',
  correo: 'Correo electrónico',
  contrasena: 'Contraseña',
  seguridad: 'Seguridad',
  avisos: 'Avisos',
  calendario: 'Tu calendario',
  sesiones: 'Sesiones abiertas',
  tokens: 'Tokens de API',
  archivo: 'Tus datos en un archivo',
  eliminar: 'Eliminar la cuenta',
} as const;

export type SectionId = keyof typeof sectionTitles;

export const sectionIds = Object.keys(sectionTitles) as SectionId[];

// The facilities of a place about which people with particular needs want to know before they come (docs/rules.md R23.2).

export const accessibilities = [
  'sin-escalones',
  'bano-accesible',
  'parqueadero',
  'transporte-publico',
  'lengua-de-senas',
  'sombra',
  'sillas',
  'ninos',
  'mascotas',
] as const;
export type Accessibility = (typeof accessibilities)[number];

/** The Spanish names, in the order of the choice. */
export const accessibilityNames: Record<Accessibility, string> = {
  'sin-escalones': 'Sin escalones',
  'bano-accesible': 'Baño accesible',
  parqueadero: 'Parqueadero',
  'transporte-publico': 'Cerca del transporte público',
  'lengua-de-senas': 'Lengua de señas',
  sombra: 'Sombra',
  sillas: 'Dónde sentarse',
  ninos: 'Pueden venir niñas y niños',
  mascotas: 'Pueden venir mascotas',
};

/** The known entries among these, each once, in the order of the choice. */
export const knownAccessibility = (entries: readonly string[]): Accessibility[] =>
  accessibilities.filter(entry => entries.includes(entry));

import * as z from 'zod/mini';

// What people with particular needs want to know before they come (docs/rules.md R23.2).

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

const UNKNOWN = 'Esa facilidad no existe';

const inOrder = (entries: readonly Accessibility[]): Accessibility[] =>
  accessibilities.filter(entry => entries.includes(entry));

/** Entries in any order and number; each once, in the order of the choice. */
export const accessibilityList = z.pipe(
  z.array(z.enum(accessibilities, UNKNOWN), 'Las facilidades deben ser una lista'),
  z.transform((entries: Accessibility[]) => inOrder(entries)),
);

/** The entries of a search, with commas: `sin-escalones,sombra`. Empty text is none. */
export const accessibilityFilter = z.pipe(
  z.pipe(
    z.optional(z.string(UNKNOWN)),
    z.transform((text: string | undefined) => (text ?? '').split(',').filter(entry => entry !== '')),
  ),
  accessibilityList,
);

/** Fictional people; the first ones organise activities. */
export const people = [
  'Ana María Chocué',
  'Luis Alfredo Muñoz',
  'Rosa Elvira Yalanda',
  'Carlos Andrés Paz',
  'Yesenia Tunubalá',
  'Jhon Jairo Campo',
  'Marta Lucía Ordóñez',
  'Diego Fernando Solarte',
  'Paola Andrea Velasco',
  'Álvaro Piamba',
  'Luz Dary Guampe',
  'Sebastián Rengifo',
  'Íngrid Quilindo',
  'Hernán Darío Bravo',
  'Natalia Collazos',
  'Wilson Hurtado',
  'Claudia Patricia Mosquera',
  'Óscar Iván Zemanate',
  'Daniela Pechené',
  'Fabio Nelson Cuchillo',
  'Valentina Caicedo',
  'Édgar Hoyos',
  'Gloria Inés Majin',
  'Kevin Stiven Astudillo',
  'Mariela Ñáñez',
  'Raúl Trochez',
  'Sofía Benavides',
  'Germán Uribe Sánchez',
  'Lina Marcela Tombé',
  'Nelson Enrique Agredo',
] as const;

/** 'Ana María Chocué' → 'ana.maria.chocue@example.org'. */
export const emailOf = (name: string): string =>
  `${name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll(' ', '.')}@example.org`;

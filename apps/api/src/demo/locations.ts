/** Where the demo's places lie in and around Popayán, roughly: latitude and longitude. */
const coordinates: Readonly<Record<string, readonly [number, number]>> = {
  'La Esmeralda': [2.4389, -76.617],
  Bolívar: [2.4468, -76.6075],
  'Los Sauces': [2.429, -76.628],
  'El Recuerdo': [2.4525, -76.601],
  'Alfonso López': [2.4315, -76.603],
  Cajete: [2.457, -76.679],
  Pueblillo: [2.459, -76.579],
  'La Yunga': [2.48, -76.669],
  Julumito: [2.442, -76.656],
  'Las Piedras': [2.445, -76.52],
  'Parque Caldas': [2.4418, -76.6063],
  'Parque de la Salud': [2.4485, -76.599],
  'Parque Mosquera': [2.4437, -76.6048],
  'Morro de Tulcán': [2.4446, -76.6005],
  'Parque Benito Juárez': [2.4462, -76.612],
  'Escuela La Pamba': [2.4425, -76.5995],
  'Colegio San Agustín': [2.4408, -76.605],
  'Escuela Los Campos': [2.461, -76.5935],
  'I. E. El Mirador': [2.4275, -76.612],
  'Escuela Lomas de Granada': [2.4395, -76.633],
  'Río Molino': [2.4455, -76.6035],
  'Río Cauca': [2.466, -76.596],
  'Río Ejido': [2.433, -76.615],
  'Quebrada Pubús': [2.437, -76.626],
  'Río Las Piedras': [2.441, -76.556],
};

/** The location of a place, with a few metres between activities at the same one. Throws for an unknown place. */
export function locationOf(place: string, number: number) {
  const [latitude, longitude] = coordinates[place] ?? [];
  if (latitude === undefined || longitude === undefined) throw new Error(`${place} has no coordinates`);
  const metres = ((number * 7) % 11) - 5;
  const offset = metres / 20_000;
  return { latitude: latitude + offset, longitude: longitude - offset };
}

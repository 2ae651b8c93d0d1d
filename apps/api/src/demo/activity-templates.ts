/** A kind of activity and the places where it takes place. `{lugar}` in the title is replaced by the place. */
export interface ActivityTemplate {
  readonly title: string;
  readonly description: string;
  readonly places: readonly [string, string, string, string, string];
  /** The local hour of the start. */
  readonly hour: number;
  readonly scene: 'river' | 'trees' | 'pot' | 'books' | 'music' | 'houses';
}

const barrios = ['La Esmeralda', 'Bolívar', 'Los Sauces', 'El Recuerdo', 'Alfonso López'] as const;
const veredas = ['Cajete', 'Pueblillo', 'La Yunga', 'Julumito', 'Las Piedras'] as const;
const parks = [
  'Parque Caldas',
  'Parque de la Salud',
  'Parque Mosquera',
  'Morro de Tulcán',
  'Parque Benito Juárez',
] as const;
const schools = [
  'Escuela La Pamba',
  'Colegio San Agustín',
  'Escuela Los Campos',
  'I. E. El Mirador',
  'Escuela Lomas de Granada',
] as const;
const rivers = ['Río Molino', 'Río Cauca', 'Río Ejido', 'Quebrada Pubús', 'Río Las Piedras'] as const;

/** 24 templates with five places each, which give 120 activities. */
export const activityTemplates: readonly ActivityTemplate[] = [
  {
    title: 'Limpieza: {lugar}',
    places: rivers,
    hour: 8,
    scene: 'river',
    description:
      'Recogemos lo que el invierno dejó en la orilla. Llevamos guantes y bolsas; tú trae botas, gorra y agua. Al final compartimos sancocho.',
  },
  {
    title: 'Siembra de árboles nativos en {lugar}',
    places: veredas,
    hour: 7,
    scene: 'trees',
    description:
      'Vamos a sembrar robles, guayacanes y arrayanes para cuidar el nacimiento de agua. Las herramientas las pone la junta de acción comunal.',
  },
  {
    title: 'Olla comunitaria en {lugar}',
    places: barrios,
    hour: 11,
    scene: 'pot',
    description:
      'Cada quien trae algo para la olla: plátano, papa, yuca o leña. Cocinamos y almorzamos juntos. Niñas y niños son bienvenidos.',
  },
  {
    title: 'Lectura en voz alta: {lugar}',
    places: parks,
    hour: 15,
    scene: 'books',
    description:
      'Cuentos del Cauca para pequeños y grandes. Buscamos lectoras y lectores que presten su voz por veinte minutos.',
  },
  {
    title: 'Jornada de pintura: {lugar}',
    places: schools,
    hour: 8,
    scene: 'houses',
    description:
      'Tres salones, mucha pintura y la música que ustedes pongan. No hace falta saber pintar: enseñamos allí mismo.',
  },
  {
    title: 'Huerta comunitaria de {lugar}',
    places: barrios,
    hour: 9,
    scene: 'trees',
    description:
      'Deshierbe, abono y siembra de lechuga, cilantro y cebolla. Quien ayuda se lleva parte de la cosecha.',
  },
  {
    title: 'Brigada de salud en {lugar}',
    places: veredas,
    hour: 8,
    scene: 'houses',
    description:
      'Toma de tensión, vacunación de niños y charla de nutrición. Necesitamos quien acompañe la fila y apoye con el registro.',
  },
  {
    title: 'Tarde de chirimía en el {lugar}',
    places: parks,
    hour: 16,
    scene: 'music',
    description:
      'Flautas, tambores y charrasca para recoger útiles escolares. Trae un cuaderno o una caja de colores y quédate a bailar.',
  },
  {
    title: 'Refuerzo de matemáticas: {lugar}',
    places: schools,
    hour: 14,
    scene: 'books',
    description:
      'Acompañamos a estudiantes de primaria con las tablas y las fracciones. Con una hora a la semana ya ayudas.',
  },
  {
    title: 'Minga de arreglo de la vía a {lugar}',
    places: veredas,
    hour: 7,
    scene: 'houses',
    description:
      'Destapamos cunetas y rellenamos huecos antes de las lluvias. Hay palas para veinte personas; si tienes una, tráela.',
  },
  {
    title: 'Ropero solidario en {lugar}',
    places: barrios,
    hour: 10,
    scene: 'houses',
    description:
      'Recibimos, lavamos y entregamos ropa en buen estado. Se necesita ayuda para clasificar por tallas.',
  },
  {
    title: 'Recorrido de aves: {lugar}',
    places: rivers,
    hour: 6,
    scene: 'river',
    description:
      'Contamos aves con binoculares prestados y llenamos la ficha para el inventario del municipio.',
  },
  {
    title: 'Jornada de adopción en el {lugar}',
    places: parks,
    hour: 10,
    scene: 'houses',
    description:
      'Perros y gatos rescatados buscan casa. Recibimos concentrado y cobijas, y buscamos hogares de paso.',
  },
  {
    title: 'Taller de bordado: {lugar}',
    places: barrios,
    hour: 14,
    scene: 'books',
    description:
      'Puntada a puntada contamos la historia del barrio en una colcha que irá a la casa de la cultura.',
  },
  {
    title: 'Reciclatón de aparatos en el {lugar}',
    places: parks,
    hour: 9,
    scene: 'houses',
    description:
      'Trae celulares, cables y computadores que ya no sirven. Una cooperativa los desarma y les da buen uso.',
  },
  {
    title: 'Merienda para estudiantes: {lugar}',
    places: schools,
    hour: 9,
    scene: 'pot',
    description:
      'Preparamos y repartimos la merienda de cien niñas y niños. Salimos cuando todo quede lavado.',
  },
  {
    title: 'Cine al aire libre en {lugar}',
    places: barrios,
    hour: 18,
    scene: 'music',
    description: 'Proyectamos cortos hechos en el Cauca. Trae tu silla, una cobija y algo para compartir.',
  },
  {
    title: 'Vigías del agua: {lugar}',
    places: rivers,
    hour: 8,
    scene: 'river',
    description:
      'Medimos temperatura, turbiedad y caudal con los equipos de la universidad. Se aprende haciendo.',
  },
  {
    title: 'Visita a los abuelos de {lugar}',
    places: barrios,
    hour: 15,
    scene: 'music',
    description:
      'Conversar, jugar parqués y cantar boleros. Hay personas que esperan toda la semana esta tarde.',
  },
  {
    title: 'Arreglo de pupitres: {lugar}',
    places: schools,
    hour: 8,
    scene: 'books',
    description:
      'Lijar, atornillar y barnizar. Si sabes de carpintería, mejor; si no, una mano siempre sirve.',
  },
  {
    title: 'Trueque de semillas en {lugar}',
    places: veredas,
    hour: 9,
    scene: 'trees',
    description: 'Maíz capio, fríjol cacha y ulluco van de mano en mano. Trae lo tuyo envuelto y con nombre.',
  },
  {
    title: 'Aeróbicos para todos: {lugar}',
    places: parks,
    hour: 6,
    scene: 'music',
    description:
      'Media hora de movimiento sin costo. Buscamos instructores voluntarios para los martes y jueves.',
  },
  {
    title: 'Primeros auxilios en {lugar}',
    places: veredas,
    hour: 14,
    scene: 'houses',
    description:
      'La Defensa Civil enseña a atender una caída, una quemadura y un atragantamiento mientras llega la ayuda.',
  },
  {
    title: 'Reparación de juguetes: {lugar}',
    places: schools,
    hour: 10,
    scene: 'books',
    description:
      'Antes de Navidad arreglamos y envolvemos juguetes para que ningún niño se quede sin regalo.',
  },
];

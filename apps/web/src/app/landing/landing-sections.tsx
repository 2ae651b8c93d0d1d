import { AssemblyScene } from './assembly-scene.tsx';
import { BoardScene } from './board-scene.tsx';
import { FeatureSection } from './feature-section.tsx';

const management = [
  {
    title: 'Organiza actividades y eventos',
    text: 'Di qué se hace, dónde, cuándo y quién responde. Si se repite, publicas todas sus fechas de una vez. Si cambias la fecha o el lugar, quienes van reciben un aviso.',
  },
  {
    title: 'Coordina equipos de trabajo',
    text: 'Organiza con tu colectivo o invita a quien te ayude. Escribe qué tareas y cosas hacen falta: cada quien elige, y ves quién hace qué.',
  },
  {
    title: 'Sigue tus metas',
    text: 'Mira al momento cuántas personas han confirmado, y pon metas con un número, como sembrar 300 árboles: anotas cuánto lograron y la gente lo ve.',
  },
  {
    title: 'Alertas y recordatorios a tu medida',
    text: 'Elige con cuántos días de anticipación te recordamos cada actividad, de 1 a 30, y qué avisos quieres por correo.',
  },
];

const participation = [
  {
    title: 'Busca por lugar o por tema',
    text: 'El catálogo encuentra por palabras, con tildes o sin ellas, por categoría, por día y por cercanía a donde estás.',
  },
  {
    title: 'Confirma sin cuenta',
    text: 'Con tu nombre y tu correo basta. Te llega un enlace personal: con él cancelas si al final no puedes ir.',
  },
  {
    title: 'Comparte buenas prácticas',
    text: 'Las actividades que ya pasaron siguen a la vista, con la memoria de lo que se hizo y sus fotos: otros grupos aprenden de ellas.',
  },
  {
    title: 'Para todas las personas',
    text: 'Se usa en un celular sencillo, con teclado, con lector de pantalla, con letra grande y de noche.',
  },
];

/** The two sections, with the picture on alternating sides. */
export const FeatureSections = () => (
  <>
    <FeatureSection
      id="gestion"
      title="Gestión ágil de proyectos"
      lead="De la idea a la jornada, y de la jornada a la memoria: cada iniciativa comunitaria se planifica, se hace y se sigue en un mismo lugar."
      points={management}
      picture={<BoardScene />}
    />
    <FeatureSection
      id="participacion"
      title="Participación ciudadana inclusiva"
      lead="Lo común se decide y se hace entre muchas voces. Por eso lo que se publica está a la vista de todo el mundo."
      points={participation}
      picture={<AssemblyScene />}
      isTurned
    />
  </>
);
